import type { Modal } from '../../modal.js'
import { loadLater } from '../connection/loadLater.js'
import type { Connection } from '../connection/state.js'
import { hasSiwx } from './hasSiwx.js'

/** Signs out what is disconnected; what does it is loaded only where visitors sign in. */
export async function leaveSignIns(modal: Modal, connections: readonly Connection[]): Promise<void> {
  if (!hasSiwx(modal)) return
  await (await loadLater()).endSignIns(modal, connections)
}
