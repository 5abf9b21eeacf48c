import { loadModule } from '../../utils/loadModule.js'
import type { SendingParts } from './sendingParts.js'

// A file between, so that the form has no list of the files that asking needs.

export async function loadSendingParts(): Promise<SendingParts> {
  const { sendingParts } = await loadModule(() => import('./sendingParts.js'))
  return sendingParts
}
