import type { AdapterFeatures, Balance } from '@latchkey/core'
import type { Rpc } from '../rpc/createRpc.js'
import { readValue, toStrangeReply } from '../rpc/readValue.js'

type Request = Parameters<AdapterFeatures['balance:read']>[0]

/**
 * The native balance in lamports (`getBalance`). Nodes write it as a JSON number: beyond nine million SOL its last
 * digits are rounded.
 */
export async function readBalance(rpc: Rpc, { account, network, signal }: Request): Promise<Balance> {
  const params = [account.address, { commitment: 'confirmed' }]
  const value = readValue(await rpc({ network, method: 'getBalance', params, signal }))
  if (!Number.isInteger(value) || Number(value) < 0) throw toStrangeReply('getBalance')
  const { decimals, symbol } = network.nativeCurrency
  return { value: BigInt(Number(value)), decimals, symbol }
}
