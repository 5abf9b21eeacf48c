import type { Attempt } from '../../attempts.js'
import type { Connector } from '../../connector.js'
import { getCooldown, startCooldown } from '../../cooldowns.js'
import { ChainsNotSupportedError } from '../../errors/pairing.js'
import type { PairingCode, PairingSignIn } from '../../features.js'
import type { Modal } from '../../modal.js'
import { setTimer } from '../../timers.js'
import type { Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { endUnused } from './endUnused.js'
import { getPairingNamespaces } from './getPairingNamespaces.js'
import { pairingRetryDelay } from './state.js'
import { toConnectError } from './toConnectError.js'
import { trackFailure } from './trackFailure.js'

export type AgreePairingOptions = {
  readonly walletId?: string | undefined
  readonly namespace?: Namespace | undefined
  readonly onCode: (code: PairingCode) => void
  readonly signIn?: PairingSignIn | undefined
}

/** Resolves with the chain families in which the wallet agreed, of those that were asked for; the visitor's comes first. */
export async function agreePairing(
  modal: Modal,
  { meta, features }: Connector,
  { race, signal }: Attempt,
  { namespace, walletId, onCode, signIn }: AgreePairingOptions,
): Promise<readonly [Namespace, ...Namespace[]]> {
  const [first, ...rest] = getPairingNamespaces(modal.getState(), meta, namespace)
  track(modal, 'SELECT_WALLET', { connectorId: meta.id, name: meta.name, walletId })
  try {
    const left = getCooldown(modal, 'pair')
    if (left > 0) await race(new Promise<void>((resolve) => setTimer(modal, 'pair', resolve, left)))
    const run = features['pairing:start']
    if (!first || !run) throw new ChainsNotSupportedError()
    // asynchronous, so that a connector that throws rejects
    const pairing = (async () => run({ namespaces: [first, ...rest], onCode, signIn, signal }))()
    const reply: unknown = await race(pairing).catch((cause: unknown) => {
      pairing.then(
        () => endUnused(modal, { connectorId: meta.id }),
        () => undefined, // told above
      )
      throw cause
    })
    const [main, ...others] = [first, ...rest].filter((name) => Array.isArray(reply) && reply.includes(name))
    if (!main) {
      endUnused(modal, { connectorId: meta.id, isUseless: true })
      throw new ChainsNotSupportedError()
    }
    return [main, ...others]
  } catch (cause) {
    const error = toConnectError(cause)
    trackFailure(modal, meta.id, error)
    const isLeft = error.code === 'ABORTED' || error.code === 'MODAL_CLOSED'
    if (!isLeft) startCooldown(modal, 'pair', pairingRetryDelay)
    throw error
  }
}
