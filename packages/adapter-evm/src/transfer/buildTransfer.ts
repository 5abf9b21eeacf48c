import type { AdapterFeatures } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { parseAddress } from '../address.js'
import type { EvmTransaction } from '../features/types.js'

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

function toWord(digits: string): string {
  return digits.toLowerCase().padStart(64, '0')
}

function invalid(details: string): RpcError {
  return new RpcError(-32602, 'INVALID_PARAMS', { details })
}
