import type { Siwx } from '../../auth.js'
import { SiwxNotEnabledError } from '../../errors/siwx.js'
import { internals, type Modal } from '../../modal.js'
import { hasSiwx } from './hasSiwx.js'
import { createSiweBridge } from './siwe/createSiweBridge.js'

/** The sign-in of this modal. Throws `SIWX_NOT_ENABLED` where there is none. [S8.38] */
export async function requireSiwx(modal: Modal): Promise<Siwx> {
  const inner = modal[internals]
  const { siweConfig } = inner.options
  if (!inner.siwx && siweConfig && hasSiwx(modal)) {
    inner.siwx = createSiweBridge(modal, siweConfig)
  }
  if (!inner.siwx) throw new SiwxNotEnabledError()
  return inner.siwx
}
