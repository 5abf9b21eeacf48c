import type { Modal } from '../../modal.js'
import { reset } from '../router/navigate.js'
import { open } from '../router/open.js'
import { getSiwxMemory } from './memory.js'

/** Asks the visitor to sign in. There is nothing to go back to. */
export function openSignIn(modal: Modal): void {
  getSiwxMemory(modal).due = undefined
  if (modal.getState().modal.open) reset(modal, { view: 'SIWXSignMessage', params: undefined })
  else open(modal, { view: 'SIWXSignMessage' })
}
