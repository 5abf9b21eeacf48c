import { getAccount } from '@latchkey/core'
import { onScopeDispose, type ShallowRef, shallowRef } from 'vue'
import { modal } from './modal.ts'

/** The connected account, as state of Vue. */
export function useAccount(): Readonly<ShallowRef<ReturnType<typeof getAccount>>> {
  const account = shallowRef(getAccount(modal.getState()))
  const unsubscribe = modal.subscribe((state) => {
    account.value = getAccount(state)
  })
  onScopeDispose(unsubscribe)
  return account
}
