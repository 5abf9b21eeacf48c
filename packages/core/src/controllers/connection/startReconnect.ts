import type { Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'

/**
 * Loads what restores connections, and lets it. Apart from that, and from what a first page loads: bundlers write the names
 * of all files that a dynamic import needs beside it, and those of this one are many.
 */
export async function startReconnect(modal: Modal, startedAt: number): Promise<void> {
  const { reconnect } = await loadModule(() => import('./reconnect.js'))
  if (modal.getState().status === 'ready') reconnect(modal, startedAt)
}
