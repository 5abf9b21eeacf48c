import { internals, type Modal } from './modal.js'

/** Whether this modal signs visitors in. */
export function hasSiwx(modal: Modal): boolean {
  const { siwx, options } = modal[internals]
  return siwx !== undefined || (options.siweConfig !== undefined && options.siweConfig.enabled !== false)
}

/** Whether a visitor who does not sign in may not stay connected. */
export function isSignInRequired(modal: Modal): boolean {
  return modal[internals].siwx?.getRequired?.() === true
}
