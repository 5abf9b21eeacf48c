import { internals, type Modal } from '../../modal.js'
import type { Connection } from '../connection/state.js'
import { hasSiwx } from './hasSiwx.js'

/** Signs out the accounts of connections that end, if this modal signs users in. */
export async function leaveSignIns(modal: Modal, connections: readonly Connection[]): Promise<void> {
  if (!hasSiwx(modal)) return
  const { endSignIns } = await modal[internals].load.signIn()
  await endSignIns(modal, connections)
}
