import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { connect } from './connect.js'
import { getConnection } from './getConnection.js'
import { isMultiWallet } from './isMultiWallet.js'
import { resume } from './resume.js'

export type AdoptOptions = {
  readonly namespace: Namespace
  readonly connectorId: string
  /** Whether it is the one that the app uses, not one beside it. */
  readonly isActive: boolean
}

/**
 * Takes over a connection that was made outside of the modal, without a prompt. Does nothing while the visitor is asked
 * for another here, where it is gone again by now, and after the end of the modal.
 */
export async function adoptConnection(modal: Modal, { namespace, connectorId, isActive }: AdoptOptions): Promise<void> {
  if (modal.getState().status !== 'ready') return
  const state = modal.getState().namespaces[namespace]?.connection
  const isAsking =
    state?.status === 'connecting' ? !state.isReconnect : state?.status === 'connected' && state.nextConnectorId
  const isActiveHere = getConnection(modal.getState(), namespace)?.connectorId === connectorId
  if (isAsking || isActiveHere) return
  try {
    if (isActive) await connect(modal, { connectorId, namespace, silent: true })
    else if (isMultiWallet(modal)) await resume(modal, { connectorId, namespace })
  } catch (cause) {
    const isGone = isLatchkeyError(cause) && ['UNAUTHORIZED', 'ABORTED'].includes(cause.code)
    if (!isGone) throw cause
  }
}
