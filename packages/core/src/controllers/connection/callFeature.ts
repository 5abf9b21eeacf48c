import { beginAttempt } from '../../attempts.js'
import { deadlines } from '../../deadlines.js'
import { FeatureNotSupportedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { ConnectorFeatures, FeatureRequest } from '../../features.js'
import { getFeature } from '../../getFeature.js'
import type { Modal } from '../../modal.js'
import { type ConnectionChoice, requireConnection, requireNetwork } from './requireConnection.js'

/** Whose wallet is asked: that of the active connection unless told. */
export type WalletRequest = ConnectionChoice & { readonly signal?: AbortSignal | undefined }

type FeatureName = {
  [name in keyof ConnectorFeatures]: Parameters<ConnectorFeatures[name]>[0] extends FeatureRequest ? name : never
}[keyof ConnectorFeatures]

type Own<name extends FeatureName> = Omit<Parameters<ConnectorFeatures[name]>[0], keyof FeatureRequest>
type Reply<name extends FeatureName> = Awaited<ReturnType<ConnectorFeatures[name]>>

/**
 * Asks a connected wallet for one of its features. Requests run side by side: a second one does not cancel the first.
 *
 * Throws `NOT_STARTED`, `NOT_CONNECTED`, `NETWORK_NOT_FOUND` (the wallet is on a network that this modal does not have),
 * `FEATURE_NOT_SUPPORTED`, `USER_REJECTED`, `TIMED_OUT`, `ABORTED` or what the wallet reports.
 */
export async function callFeature<name extends FeatureName>(
  modal: Modal,
  feature: name,
  {
    namespace,
    connectorId,
    address,
    signal,
    deadline = deadlines.approval,
    ...own
  }: WalletRequest & Own<name> & { readonly deadline?: number | undefined },
): Promise<Reply<name>> {
  const { connection, connector, account } = requireConnection(modal, { namespace, connectorId, address })
  const network = requireNetwork(modal, connection)
  const run = getFeature(connector, connection.namespace, feature) as
    | ((request: unknown) => Promise<Reply<name>>)
    | undefined
  if (!run) throw new FeatureNotSupportedError({ feature, by: connector.meta.name })

  const attempt = beginAttempt(modal, { deadline, signal })
  try {
    return await attempt.race(run({ ...own, account, network, signal: attempt.signal }))
  } catch (cause) {
    throw toLatchkeyError(cause)
  } finally {
    attempt.end()
  }
}
