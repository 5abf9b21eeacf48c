import type { ConnectorType } from '../../connector.js'
import { internals, type Modal } from '../../modal.js'

const types: readonly (ConnectorType | undefined)[] = ['WALLET_CONNECT', 'AUTH']

/** Whether a connector keeps one session for all its chain families: what ends in one of them ends in all. */
export function hasSession(modal: Modal, connectorId: string): boolean {
  return types.includes(modal[internals].connectors.get(connectorId)?.meta.type)
}
