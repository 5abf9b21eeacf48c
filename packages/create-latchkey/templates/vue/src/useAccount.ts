import { type AccountState, getAccount } from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers'
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue'
import { modal } from './modal.ts'

/** The connected account with its balance. */
export function useAccount(): Readonly<ShallowRef<AccountState>> {
  const account = shallowRef(getAccount(modal.getState()))
  onScopeDispose(
    modal.subscribe((state) => {
      account.value = getAccount(state)
    }),
  )
  onScopeDispose(watchBalance(modal))
  return account
}
