import { internals, type Modal } from '../../modal.js'

/** Whether a connector keeps one session for all its chain families: what ends in one of them ends in all. */
export function hasSession(modal: Modal, connectorId: string): boolean {
  return modal[internals].connectors.get(connectorId)?.meta.type === 'WALLET_CONNECT'
}
