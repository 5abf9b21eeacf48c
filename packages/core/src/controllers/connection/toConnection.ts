import { InvalidWalletReplyError } from '../../errors/connection.js'
import type { Namespace } from '../../utils/caip.js'
import { parseWalletReply } from './parseWalletReply.js'
import type { Connection } from './state.js'

/** What a connector answered, as a connection. Throws `INVALID_WALLET_REPLY`. */
export function toConnection(connectorId: string, namespace: Namespace, result: unknown): Connection {
  const { accounts, caipNetworkId, ...rest } = parseWalletReply(result, namespace) ?? {}
  if (!accounts || !caipNetworkId) throw new InvalidWalletReplyError()
  return { connectorId, namespace, accounts, caipNetworkId, ...rest }
}
