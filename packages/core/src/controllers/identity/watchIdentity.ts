import { internals, type Modal, type ModalState } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { fetchIdentity } from './fetchIdentity.js'

/** Keeps the name of the EVM account known while something shows it. Returns its unsubscribe. */
export function watchIdentity(modal: Modal): () => void {
  const read = (): void => {
    if (modal.getState().status === 'ready') fetchIdentity(modal).catch(modal[internals].warn)
  }
  read()
  return modal.subscribe((state, previous) => {
    if (toKey(state) !== toKey(previous)) read()
  })
}

function toKey(state: ModalState): string {
  const connection = getConnection(state, 'eip155')
  return connection ? `${state.status}:${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
}
