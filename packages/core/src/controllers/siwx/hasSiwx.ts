import { internals, type Modal } from '../../modal.js'

/** Whether this modal signs visitors in. */
export function hasSiwx(modal: Modal): boolean {
  const { siwx, options } = modal[internals]
  return siwx !== undefined || (options.siweConfig !== undefined && options.siweConfig.enabled !== false)
}
