import { type AccountState, isNamespace, type ModalState } from '@latchkey/core'
import { getAccount } from '@latchkey/core/controllers'
import { useModalState } from './useModalState.js'

const selectEmbedded = (state: ModalState): AccountState | undefined =>
  [state.activeNamespace, ...Object.keys(state.namespaces).filter(isNamespace)]
    .map((namespace) => getAccount(state, namespace))
    .find(({ connectedWalletInfo }) => connectedWalletInfo?.type === 'AUTH')

/** The account of the embedded wallet, that of the active chain family before others; undefined while nobody is logged in. */
export function useEmbeddedAccount(): AccountState | undefined {
  return useModalState(selectEmbedded)
}
