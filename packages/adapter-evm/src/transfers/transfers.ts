import { type AdapterFeatures, isRecord } from '@latchkey/core'
import { InvalidReplyError, RpcError } from '@latchkey/core/plugin'
import { describeValue, invalidParams, parseAddress, parseRecipient, toBigInt } from '../encoding.js'
import type { EvmTransaction } from '../features/types.js'
import { estimateGas } from '../rpc/read.js'
import type { Rpc } from '../rpc/rpc.js'
import { readDecimals } from './tokens.js'

type BuildRequest = Pick<Parameters<AdapterFeatures['transfer:build']>[0], 'to' | 'amount' | 'token'>

const maxAmount = 2n ** 256n - 1n

/** `transfer(address,uint256)` (ERC-20). */
const transferSelector = '0xa9059cbb'

/**
 * Builds a transfer of the native currency or of an ERC-20 token; the wallet chooses gas and fees. Encoded by hand, because
 * viem's ABI encoder would be far larger. Throws `INVALID_PARAMS`.
 */
function buildTransfer({ to, amount, token }: BuildRequest): EvmTransaction {
  const receiver = parseAddress(to)
  if (!receiver) throw invalidParams('to is not an address.')
  if (typeof amount !== 'bigint' || amount <= 0n || amount > maxAmount)
    throw invalidParams('amount is not a bigint above zero.')
  if (!token) return { to: receiver, value: amount }
  const contract = parseAddress(token.address)
  if (!contract) throw invalidParams('token is not an address.')
  // tokens sent to the contract itself are lost
  if (contract === receiver) throw invalidParams('to is the token itself.')
  return { to: contract, data: `${transferSelector}${toWord(receiver.slice(2))}${toWord(amount.toString(16))}` }
}

/**
 * Builds a transfer after checking the token's decimals against its contract: wrong decimals from a service would change the
 * amount that the user typed. Throws `INVALID_REPLY` if they differ, or the nodes' error.
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

type FeeRequest = Parameters<AdapterFeatures['transfer:fee']>[0]

/** The least gas to count for a native transfer, as wallets and layer-2 networks use more than estimated. */
const nativeGas = 65_000n

/**
 * The maximum fee of a transfer in wei: the estimated gas at twice the base fee plus the node's suggested tip (EIP-1559), or
 * at its gas price. Throws `TRANSACTION_REJECTED` if the transfer would fail.
 */
export async function readTransferFee(rpc: Rpc, request: FeeRequest): Promise<bigint> {
  const transaction = buildTransfer(request)
  const [gas, price] = await Promise.all([estimateGas(rpc, { ...request, transaction }), readPrice(rpc, request)])
  return (request.token || gas > nativeGas ? gas : nativeGas) * price
}

async function readPrice(rpc: Rpc, { network, signal }: FeeRequest): Promise<bigint> {
  const read = async (method: string): Promise<bigint> =>
    toBigInt(method, await rpc.request(network, { method, params: [] }, signal))
  const method = 'eth_getBlockByNumber'
  const block = await rpc.request(network, { method, params: ['latest', false] }, signal)
  if (!isRecord(block)) throw new RpcError(-32603, 'INTERNAL_ERROR', { details: `${method}: ${describeValue(block)}` })
  const { baseFeePerGas: base } = block
  if (base === undefined || base === null) return read('eth_gasPrice')
  const baseFee = toBigInt(method, base)
  try {
    return 2n * baseFee + (await read('eth_maxPriorityFeePerGas'))
  } catch (cause) {
    if (signal.aborted) throw cause
    // not every node has the method; the gas price is the base fee and a tip
    return baseFee + (await read('eth_gasPrice'))
  }
}

/**
 * Whether a text is an address to send to: with 0x, with a valid checksum (EIP-55) if it has letters of both cases, and not
 * the zero address.
 */
export function isReceiver(text: string): boolean {
  const address = parseRecipient(text)
  return address !== null && !/^0x0+$/.test(address)
}
