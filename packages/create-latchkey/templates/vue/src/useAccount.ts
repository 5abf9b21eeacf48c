import { type AccountState, getAccount } from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers'
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue'
import { modal } from './modal.ts'

/** The connected account with its balance, and whether that could not be read. */
export type Account = AccountState & { readonly isBalanceFailed: boolean }

export function useAccount(): Readonly<ShallowRef<Account>> {
  const account = shallowRef(readAccount())
  onScopeDispose(
    modal.subscribe(() => {
      account.value = readAccount()
    }),
  )
  onScopeDispose(watchBalance(modal))
  return account
}

function readAccount(): Account {
  const state = modal.getState()
  const account = getAccount(state)
  const balance = account.namespace && state.namespaces[account.namespace]?.balance
  return { ...account, isBalanceFailed: balance?.status === 'failed' }
}
