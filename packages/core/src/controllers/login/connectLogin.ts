import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { NoAuthConnectorError } from '../../errors/login.js'
import { ChainsNotSupportedError } from '../../errors/pairing.js'
import { getPairingNamespaces } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import { readField } from '../../utils/records.js'
import { connectChains } from '../connection/flow.js'
import { getAuthConnector } from '../requests/embeddedWallet.js'
import type { LoginError } from './state.js'

export type ConnectFamiliesOptions = {
  /** Only this one; all that the wallet and the modal have unless told. */
  readonly namespace: Namespace | undefined
  readonly signal: AbortSignal
}

/** Connects the embedded wallet, to which somebody has just logged in, in its chain families. One that fails stops no other. */
export async function connectFamilies(modal: Modal, { namespace, signal }: ConnectFamiliesOptions): Promise<void> {
  const meta = getAuthConnector(modal)?.meta
  if (!meta) throw new NoAuthConnectorError()
  const [first, ...rest] = getPairingNamespaces(modal.getState(), meta, namespace)
  if (!first) throw new ChainsNotSupportedError()
  const { failures } = await connectChains(modal, { connectorId: meta.id, namespaces: [first, ...rest], signal })
  for (const failure of Object.values(failures)) modal[internals].warn(failure)
}

/** A fault as the state keeps it: with the seconds that are left, where it knows them. */
export function toLoginError(error: LatchkeyError): LoginError {
  const { code, shortMessage: message } = error
  const retryAfter = readField(error, 'retryAfter')
  return typeof retryAfter === 'number' && retryAfter > 0 ? { code, message, retryAfter } : { code, message }
}
