import { getAccount } from '@latchkey/core'
import { createSubscriber } from 'svelte/reactivity'
import { modal } from './modal.ts'

const subscribe = createSubscriber((update) => modal.subscribe(update))

/** The connected account, as state of Svelte. */
export const account = {
  get current(): ReturnType<typeof getAccount> {
    subscribe()
    return getAccount(modal.getState())
  },
}
