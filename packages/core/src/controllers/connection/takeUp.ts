import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { assertStarted } from './assertStarted.js'
import { connect } from './connect.js'
import { getConnection } from './getConnection.js'
import { isMultiWallet } from './isMultiWallet.js'
import { resume } from './resume.js'

export type TakeUpOptions = {
  readonly namespace: Namespace
  readonly connectorId: string
  /** Whether it is the one that the app uses, not one beside it. */
  readonly isActive: boolean
}

/** Takes over a connection that was made outside of the modal, without a prompt. Rejects where the wallet does not agree. */
export async function takeUp(modal: Modal, { namespace, connectorId, isActive }: TakeUpOptions): Promise<void> {
  assertStarted(modal)
  const state = modal.getState().namespaces[namespace]?.connection
  const asked =
    state?.status === 'connecting' ? state.connectorId : state?.status === 'connected' && state.nextConnectorId
  const isActiveHere = getConnection(modal.getState(), namespace)?.connectorId === connectorId
  // it was made here, or is about to be
  if (asked === connectorId || (isActiveHere && !asked)) return
  if (isActive) await connect(modal, { connectorId, namespace, silent: true })
  else if (isMultiWallet(modal)) await resume(modal, { connectorId, namespace })
}
