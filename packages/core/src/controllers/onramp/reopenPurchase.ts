import type { Modal } from '../../modal.js'
import { openPurchaseWindow } from './openPurchaseWindow.js'
import { setOnRamp } from './setOnRamp.js'
import { startPurchase } from './startPurchase.js'

/**
 * Tries again: opens the provider's page once more while it is waited for, before this returns; what has failed, or has taken too
 * long, begins anew. Throws as `startPurchase`.
 */
export async function reopenPurchase(modal: Modal): Promise<void> {
  const { onramp } = modal.getState()
  const url = onramp?.purchase?.url
  if (onramp?.step !== 'waiting' || !url) return startPurchase(modal)
  const popup = openPurchaseWindow(modal.env)
  popup?.go(url)
  setOnRamp(modal, { type: 'windowOpened', isBlocked: !popup })
}
