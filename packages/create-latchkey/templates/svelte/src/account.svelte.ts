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

/** The connected account with its balance. */
export const account = {
  get current(): AccountState {
    subscribe()
    return getAccount(modal.getState())
  },
}
