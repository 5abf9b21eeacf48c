import { internals, type Modal } from '../../modal.js'
import { getConnectors, getPartIds } from '../wallets/getConnectors.js'

/** The visitor is about to choose this wallet: what `connect` will need is loaded ahead, and nothing is asked. */
export function prepareConnect(modal: Modal, { connectorId }: { readonly connectorId: string }): void {
  const { connectors, warn } = modal[internals]
  const joined = getConnectors(modal.getState()).find(({ id }) => id === connectorId)
  try {
    for (const id of joined ? getPartIds(joined) : [connectorId]) connectors.get(id)?.prepare?.()
  } catch (cause) {
    warn(cause) // connecting tells what is wrong
  }
}
