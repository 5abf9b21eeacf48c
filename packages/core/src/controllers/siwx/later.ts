import type { Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'
import type { Connection } from '../connection/state.js'

// A file between, so that the code that connects has no list of the files that signing out needs.

/** See endSignIns.ts. */
export async function endSignIns(modal: Modal, connections: readonly Connection[]): Promise<void> {
  await (await loadModule(() => import('./endSignIns.js'))).endSignIns(modal, connections)
}
