import { NoAuthConnectorError } from '../../errors/login.js'
import { ChainsNotSupportedError } from '../../errors/pairing.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { connectChains } from '../connection/connectChains.js'
import { getPairingNamespaces } from '../connection/getPairingNamespaces.js'
import { getAuthConnector } from './getAuthConnector.js'

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
