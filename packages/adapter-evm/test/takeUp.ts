import type { AdapterInstance, Modal } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers'

type Outside = Parameters<Parameters<NonNullable<AdapterInstance['onConnect']>>[0]>[0]

/** What core does with a connection that was made outside of the modal. */
export async function takeUp(modal: Modal, { connectorId, isActive }: Outside): Promise<void> {
  if (!isActive || modal.getState().status !== 'ready') return
  const state = modal.getState().namespaces.eip155?.connection
  const known =
    state?.status === 'connected'
      ? (state.nextConnectorId ?? state.connection.connectorId)
      : state?.status === 'connecting' && state.connectorId
  if (known === connectorId) return
  await connect(modal, { connectorId, namespace: 'eip155', silent: true })
}
