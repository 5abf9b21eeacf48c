import { internals, type Modal } from './modal.js'

/** Whether this modal signs users in. */
export function hasSiwx(modal: Modal): boolean {
  const { siwx, options } = modal[internals]
  return siwx !== undefined || (options.siweConfig !== undefined && options.siweConfig.enabled !== false)
}

/** Whether users have to sign in to stay connected. */
export function isSignInRequired(modal: Modal): boolean {
  return modal[internals].siwx?.getRequired?.() === true
}
