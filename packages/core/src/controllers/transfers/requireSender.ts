import type { Account } from '../../account.js'
import { AccountChangedError } from '../../errors/connected.js'
import { ChainNotSwitchedError } from '../../errors/network.js'
import type { Modal } from '../../modal.js'
import type { Network } from '../../network.js'
import { isSameAddress } from '../../utils/address.js'
import { requireConnection, requireNetwork } from '../connection/requireConnection.js'
import type { Sender } from './sender.js'

/**
 * The account that a transfer was prepared for, as long as it is the active one and its wallet on the network: what the visitor has
 * seen is what is sent. Throws `NOT_CONNECTED`, `ACCOUNT_CHANGED` or `CHAIN_NOT_SWITCHED`.
 */
export function requireSender(
  modal: Modal,
  { namespace, caipNetworkId, address }: Sender,
): { readonly account: Account; readonly network: Network; readonly connectorId: string } {
  const { connection, account } = requireConnection(modal, { namespace })
  if (!isSameAddress(namespace, account.address, address))
    throw new AccountChangedError({ details: `Prepared for ${address}; the wallet is on ${account.address}.` })
  if (connection.caipNetworkId !== caipNetworkId)
    throw new ChainNotSwitchedError({
      details: `Prepared for ${caipNetworkId}; the wallet is on ${connection.caipNetworkId}.`,
    })
  return { account, network: requireNetwork(modal, connection), connectorId: connection.connectorId }
}
