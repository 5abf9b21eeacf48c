import { internals, loadModule, type ModalState, type Namespace } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'

/** Starts watching; returns a function that stops it. */
export type Watch = (modal: UiModal, namespace: Namespace | undefined) => () => void

/** Loads the watcher of balances. */
export const loadBalanceWatch = async (): Promise<Watch> =>
  (await loadModule(() => import('@latchkey/core/controllers/portfolio'))).watchBalance

/** Loads the watcher of names. */
export const loadNameWatch = async (): Promise<Watch> =>
  (await loadModule(() => import('@latchkey/core/controllers/names'))).watchIdentity

/**
 * Whether the account of a button may have a name: it is connected, on EVM [S6.8], the app has a service for names,
 * and hasn't set a label for the address.
 */
export function mayHaveName(modal: UiModal, state: ModalState, namespace: Namespace | undefined): boolean {
  const wanted = namespace ?? state.activeNamespace
  const connection = wanted === 'eip155' ? state.namespaces[wanted]?.connection : undefined
  if (connection?.status !== 'connected' || modal[internals].options.services.blockchainApi === undefined) return false
  return state.addressLabels[connection.connection.accounts[0].address.toLowerCase()] === undefined
}
