import type { AdapterFeatures } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { Transaction } from 'bitcoinjs-lib'
import { invalidParams } from '../invalidParams.js'
import { askEsplora, type EsploraLink } from './esplora.js'
import { fetchTransaction } from './fetchTransaction.js'

type Request = Parameters<AdapterFeatures['transaction:broadcast']>[0]

/**
 * Hands a signed transaction (hex) to the network's nodes and resolves with its id. The same bytes are the same
 * transaction, so sending them again is harmless, and whatever a node says then counts as success once it knows the id.
 *
 * Throws `INVALID_PARAMS`, `TRANSACTION_REJECTED` with the node's reason, or `RPC_FAILED`.
 */
export async function broadcast(link: EsploraLink, { network, signed, signal }: Request): Promise<string> {
  const txid = toTxid(signed)
  const reply = await askEsplora(link, { network, path: '/tx', body: signed, signal })
  if (reply.status === 200 || (await isKnown(link, { network, txid, signal }))) return txid
  throw new RpcError(-32003, 'TRANSACTION_REJECTED', { details: reply.text.slice(0, 500) || `HTTP ${reply.status}` })
}

function toTxid(signed: unknown): string {
  try {
    return Transaction.fromHex(signed as string).getId()
  } catch (cause) {
    throw invalidParams('signed is no transaction in hex.', cause)
  }
}

async function isKnown(link: EsploraLink, request: Parameters<typeof fetchTransaction>[1]): Promise<boolean> {
  try {
    return (await fetchTransaction(link, request)) !== null
  } catch {
    return false // why it was not sent says more than why nobody can tell
  }
}
