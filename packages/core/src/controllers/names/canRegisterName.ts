import { hasBlockchainApi } from '../../api/blockchain/hasBlockchainApi.js'
import type { Modal } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'

/** Whether the visitor may be offered a name: names are of EVM accounts, and somebody has to keep them. [S6.8] */
export function canRegisterName(modal: Modal): boolean {
  return hasBlockchainApi(modal) && getConnection(modal.getState(), 'eip155') !== undefined
}
