import { loadModule } from '../../utils/loadModule.js'
import type { SendingParts } from './sendingParts.js'

/** Loads what asks nodes and services about a transfer: its form shows before it. */
export async function loadSending(): Promise<SendingParts> {
  const { loadSendingParts } = await loadModule(() => import('./later.js'))
  return loadSendingParts()
}
