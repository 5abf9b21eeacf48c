import type { Account } from '../../account.js'
import type { Modal } from '../../modal.js'
import { isSameAddress } from '../../utils/address.js'
import { replaceConnection } from '../connection/replaceConnection.js'
import type { Connection } from '../connection/state.js'

/** Makes an account the active one of its connection. */
export function chooseAccount(modal: Modal, connection: Connection, account: Account): void {
  const { accounts, namespace } = connection
  const others = accounts.filter(({ address }) => !isSameAddress(namespace, address, account.address))
  replaceConnection(modal, connection, { ...connection, accounts: [account, ...others] })
}
