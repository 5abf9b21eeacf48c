import type { Modal } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import type { Connection } from '../connection/state.js'
import { chooseAccount } from './chooseAccount.js'
import { storeAccountType } from './storeAccountType.js'

/** The account is the visitor's own key again, and is preferred: what else was asked for has failed. [S4.14] */
export function chooseEoa(modal: Modal, { namespace, connectorId }: Connection): void {
  storeAccountType(modal, namespace, 'eoa')
  const connection = getConnection(modal.getState(), namespace, connectorId)
  const account = connection?.accounts.find(({ type }) => type === 'eoa')
  if (connection && account) chooseAccount(modal, connection, account)
}
