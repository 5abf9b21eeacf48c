import { type AdapterFeatures, type Balance, isRecord } from '@latchkey/core'
import type { Rpc } from '../rpc/createRpc.js'
import { readValue, toStrangeReply } from '../rpc/readValue.js'
import { readToken } from './readToken.js'

type Request = Parameters<AdapterFeatures['token:balance']>[0]

const method = 'getTokenAccountsByOwner'

/** What an account has of a token, in all of its token accounts. Throws `INVALID_PARAMS` where there is no token at the address. */
export async function readTokenBalance(rpc: Rpc, { account, network, address, signal }: Request): Promise<Balance> {
  const { symbol, decimals } = await readToken(rpc, { network, address, signal })
  const params = [account.address, { mint: address }, { commitment: 'confirmed', encoding: 'jsonParsed' }]
  const rows = readValue(await rpc({ network, method, params, signal }))
  if (!Array.isArray(rows)) throw toStrangeReply(method)
  return { value: rows.reduce((sum: bigint, row) => sum + toAmount(row), 0n), decimals, symbol }
}

/** `account.data.parsed.info.tokenAmount.amount` of a token account, in atomic units. */
function toAmount(row: unknown): bigint {
  const path = ['account', 'data', 'parsed', 'info', 'tokenAmount', 'amount']
  const amount = path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), row)
  if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) throw toStrangeReply(method)
  return BigInt(amount)
}
