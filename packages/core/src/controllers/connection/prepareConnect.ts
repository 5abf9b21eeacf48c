import { internals, type Modal } from '../../modal.js'

/** The visitor is about to choose this wallet: what `connect` will need is loaded ahead, and nothing is asked. */
export function prepareConnect(modal: Modal, { connectorId }: { readonly connectorId: string }): void {
  const { connectors, warn } = modal[internals]
  try {
    connectors.get(connectorId)?.prepare?.()
  } catch (cause) {
    warn(cause) // connecting tells what is wrong
  }
}
