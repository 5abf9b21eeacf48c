import type { BuiltTransaction } from '../../api/blockchain/types.js'
import { AccountChangedError } from '../../errors/connected.js'
import type { Modal } from '../../modal.js'
import { askWithin } from '../approval/askWithin.js'
import { getConnection } from '../connection/getConnection.js'
import { sendTransaction } from '../connection/sendTransaction.js'
import { toTransaction } from './checkSwap.js'
import type { SwapState } from './state.js'

/** Has the wallet sign and send, where it still is on the account and network of the swap; else throws `ACCOUNT_CHANGED`. */
export function sendBuilt(modal: Modal, tx: BuiltTransaction, { address, caipNetworkId }: SwapState): Promise<string> {
  const connection = getConnection(modal.getState(), 'eip155')
  if (connection?.caipNetworkId !== caipNetworkId || connection.accounts[0].address !== address)
    throw new AccountChangedError()
  return askWithin(modal, () =>
    sendTransaction(modal, { namespace: 'eip155', address, transaction: toTransaction(tx) }),
  )
}
