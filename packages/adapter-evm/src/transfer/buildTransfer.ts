import type { AdapterFeatures } from '@latchkey/core'
import { InvalidReplyError, RpcError } from '@latchkey/core/plugin'
import { parseAddress } from '../address.js'
import type { EvmTransaction } from '../features/types.js'
import type { Rpc } from '../rpc/createRpc.js'
import { readDecimals } from './readToken.js'

type Request = Pick<Parameters<AdapterFeatures['transfer:build']>[0], 'to' | 'amount' | 'token'>

const most = 2n ** 256n - 1n
/** `transfer(address,uint256)` (ERC-20). */
const transferSelector = '0xa9059cbb'

/**
 * A transfer of the native currency, or the call of a token (ERC-20) that is one; gas and fees are the wallet's choice. By hand,
 * as in encodeCheck.ts. Throws `INVALID_PARAMS`.
 */
export function buildTransfer({ to, amount, token }: Request): EvmTransaction {
  const receiver = parseAddress(to)
  if (!receiver) throw invalid('to is no address.')
  if (typeof amount !== 'bigint' || amount <= 0n || amount > most) throw invalid('amount is no bigint above zero.')
  if (!token) return { to: receiver, value: amount }
  const contract = parseAddress(token.address)
  if (!contract) throw invalid('token is no address.')
  // what is sent to the contract itself is lost
  if (contract === receiver) throw invalid('to is the token itself.')
  return { to: contract, data: `${transferSelector}${toWord(receiver.slice(2))}${toWord(amount.toString(16))}` }
}

/**
 * The same, where the contract of a token confirms its decimals: whoever tells the modal others moves the point of an amount that
 * the user typed, or that a shop asks for. Throws `INVALID_REPLY` where they differ, and what the nodes report.
 */
export async function buildCheckedTransfer(
  rpc: Rpc,
  request: Parameters<AdapterFeatures['transfer:build']>[0],
): Promise<EvmTransaction> {
  const transaction = buildTransfer(request)
  const { token, network, signal } = request
  if (!token) return transaction
  const known = await readDecimals(rpc, { network, address: token.address, signal })
  if (known === BigInt(token.decimals)) return transaction
  throw new InvalidReplyError({ details: `${token.address} has ${known} decimals, not ${token.decimals}.` })
}

function toWord(digits: string): string {
  return digits.toLowerCase().padStart(64, '0')
}

function invalid(details: string): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}
