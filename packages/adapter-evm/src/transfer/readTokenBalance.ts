import type { AdapterFeatures, Balance } from '@latchkey/core'
import { toBigInt } from '../features/toBigInt.js'
import type { Rpc } from '../rpc/createRpc.js'
import { readToken } from './readToken.js'

type Request = Parameters<AdapterFeatures['token:balance']>[0]

/** `balanceOf(address)` (ERC-20). */
const selector = '0x70a08231'

/** What an account has of a token (ERC-20). Throws `INVALID_PARAMS` where there is no token at the address. */
export async function readTokenBalance(rpc: Rpc, { account, network, address, signal }: Request): Promise<Balance> {
  const data = `${selector}${account.address.slice(2).toLowerCase().padStart(64, '0')}`
  const call = { method: 'eth_call', params: [{ to: address, data }, 'latest'] }
  // first what it is: an address without a contract answers balances with nothing
  const { symbol, decimals } = await readToken(rpc, { network, address, signal })
  return { value: toBigInt('balanceOf', await rpc.request(network, call, signal)), decimals, symbol }
}
