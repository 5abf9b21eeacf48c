import type { Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'
import type { Connection } from '../connection/state.js'
import { hasSiwx } from './hasSiwx.js'

/** Signs out what is disconnected; what does it is loaded only where visitors sign in. */
export async function leaveSignIns(modal: Modal, connections: readonly Connection[]): Promise<void> {
  if (!hasSiwx(modal)) return
  const { endSignIns } = await loadModule(() => import('./endSignIns.js'))
  await endSignIns(modal, connections)
}
