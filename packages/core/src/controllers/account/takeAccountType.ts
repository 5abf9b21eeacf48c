import type { LoginAccountType } from '../../account.js'
import { AbortedError } from '../../errors/AbortedError.js'
import { InvalidWalletReplyError } from '../../errors/connection.js'
import type { Modal } from '../../modal.js'
import { isAddress, isSameAddress } from '../../utils/address.js'
import { isRecord } from '../../utils/isRecord.js'
import { getConnection } from '../connection/getConnection.js'
import type { Connection } from '../connection/state.js'
import { chooseAccount } from './chooseAccount.js'

export type TakeAccountTypeOptions = {
  /** The one that was asked for. */
  readonly type: LoginAccountType
  /** What the wallet says that it uses from now on. */
  readonly reply: unknown
}

/**
 * Makes the account that the wallet answered with the active one. A smart account is one that the wallet has named before [S4.14].
 * Throws `INVALID_WALLET_REPLY`, and `ABORTED` where the wallet is gone.
 */
export function takeAccountType(modal: Modal, before: Connection, { type, reply }: TakeAccountTypeOptions): void {
  const { namespace, connectorId } = before
  const connection = getConnection(modal.getState(), namespace, connectorId)
  if (!connection) throw new AbortedError({ details: 'The wallet was disconnected meanwhile.' })
  const { type: chosen, address } = isRecord(reply) ? reply : {}
  const known = connection.accounts.find(
    (account) => typeof address === 'string' && isSameAddress(namespace, account.address, address),
  )
  if (chosen !== type || !isAddress(namespace, address) || (type === 'smartAccount' && known?.type !== type))
    throw new InvalidWalletReplyError({ details: `account:type: ${String(address)} is no ${type} of this wallet.` })
  chooseAccount(modal, connection, { ...known, namespace, address, type })
}
