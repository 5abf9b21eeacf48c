import { type AccountState, getAccount } from '@latchkey/core'
import { watchBalance } from '@latchkey/core/controllers'
import { createSubscriber } from 'svelte/reactivity'
import { modal } from './modal.ts'

const subscribe = createSubscriber((update) => {
  const stops = [modal.subscribe(update), watchBalance(modal)]
  return () => {
    for (const stop of stops) stop()
  }
})

/** The connected account with its balance, and whether that could not be read. */
export const account = {
  get current(): AccountState & { readonly isBalanceFailed: boolean } {
    subscribe()
    const state = modal.getState()
    const now = getAccount(state)
    const balance = now.namespace && state.namespaces[now.namespace]?.balance
    return { ...now, isBalanceFailed: balance?.status === 'failed' }
  },
}
