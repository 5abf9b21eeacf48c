import { internals, loadModule, type ModalState, type Namespace } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'

/** Keeps something read from now on; gives what ends that. */
export type Watch = (modal: UiModal, namespace: Namespace | undefined) => () => void

/** Loads what keeps a balance read. */
export const loadBalanceWatch = async (): Promise<Watch> =>
  (await loadModule(() => import('@latchkey/core/controllers/portfolio'))).watchBalance

/** Loads what keeps a name read. */
export const loadNameWatch = async (): Promise<Watch> =>
  (await loadModule(() => import('@latchkey/core/controllers/names'))).watchIdentity

/**
 * Whether the account that a button shows is worth asking a name for: once it is connected, on EVM [S6.8], where the app has named
 * a service that knows names, and none of its own for the address.
 */
export function mayHaveName(modal: UiModal, state: ModalState, namespace: Namespace | undefined): boolean {
  const wanted = namespace ?? state.activeNamespace
  const connection = wanted === 'eip155' ? state.namespaces[wanted]?.connection : undefined
  if (connection?.status !== 'connected' || modal[internals].options.services.blockchainApi === undefined) return false
  return state.addressLabels[connection.connection.accounts[0].address.toLowerCase()] === undefined
}
