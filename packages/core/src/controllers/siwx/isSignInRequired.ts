import { internals, type Modal } from '../../modal.js'

/** Whether a visitor who does not sign in may not stay connected. */
export function isSignInRequired(modal: Modal): boolean {
  return modal[internals].siwx?.getRequired?.() === true
}
