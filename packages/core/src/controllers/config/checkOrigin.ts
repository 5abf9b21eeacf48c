import { fetchAllowedOrigins } from '../../api/config/fetchAllowedOrigins.js'
import { OriginNotAllowedError } from '../../errors/config.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { showAlert } from '../alert/showAlert.js'
import { applyFeatures } from '../features/applyFeatures.js'
import { isOriginAllowed } from './isOriginAllowed.js'

/**
 * Turns off logins where the project does not list this page's origin [S5.22, S6.3]. A help for the developer: whether a
 * page may use the keys is for the embedded wallet's own site to say. Without an answer nothing is turned off.
 */
export async function checkOrigin(modal: Modal, baseUrl: string): Promise<void> {
  const inner = modal[internals]
  const origin = modal.env.window()?.location.origin
  if (origin === undefined) return
  try {
    const allowed = await fetchAllowedOrigins(modal, baseUrl)
    if (inner.signal.aborted || isOriginAllowed(origin, allowed)) return
    inner.areLoginsBarred = true
    applyFeatures(modal)
    showAlert(modal, new OriginNotAllowedError({ origin }))
  } catch (cause) {
    if (!inner.signal.aborted && isLatchkeyError(cause)) showAlert(modal, cause)
  }
}
