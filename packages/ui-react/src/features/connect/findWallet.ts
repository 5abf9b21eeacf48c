import type { ConnectorMeta, ModalState } from '@latchkey/core'
import { getConnectors } from '@latchkey/core/controllers/wallets'

/** A wallet by the id of its connector, be that one of a single chain family or one that joins several. */
export function findWallet(state: Pick<ModalState, 'connectors'>, connectorId: string): ConnectorMeta | undefined {
  return [...state.connectors, ...getConnectors(state)].find(({ id }) => id === connectorId)
}
