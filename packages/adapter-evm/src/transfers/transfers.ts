import { type AdapterFeatures, isLatchkeyError, isRecord } from '@latchkey/core'
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
 * at its gas price; on chains of the OP Stack also their fee for its data. Throws `TRANSACTION_REJECTED` if the transfer would
 * fail.
 */
export async function readTransferFee(rpc: Rpc, request: FeeRequest): Promise<bigint> {
  const transaction = buildTransfer(request)
  const [gas, price, dataFee] = await Promise.all([
    estimateGas(rpc, { ...request, transaction }),
    readPrice(rpc, request),
    readDataFee(rpc, request, transaction),
  ])
  return (request.token || gas > nativeGas ? gas : nativeGas) * price + dataFee
}

/** The contract with the fee for data on chains of the OP Stack, and its `getL1FeeUpperBound(uint256)`. */
const oracle = { address: '0x420000000000000000000000000000000000000F', selector: '0xf1c7a58b' } as const

/** The most bytes of an unsigned transaction, without its data. */
const envelopeSize = 100

/** What a chain of the OP Stack charges for writing the transaction to its layer 1, at most; 0 on other chains. */
async function readDataFee(
  rpc: Rpc,
  { network, signal }: FeeRequest,
  { data = '0x' }: EvmTransaction,
): Promise<bigint> {
  const size = envelopeSize + data.length / 2 - 1
  const params = [{ to: oracle.address, data: `${oracle.selector}${toWord(size.toString(16))}` }, 'latest']
  try {
    const reply = await rpc.request(network, { method: 'eth_call', params }, signal)
    return reply === '0x' ? 0n : toBigInt('getL1FeeUpperBound', reply)
  } catch (cause) {
    // the oracle of a chain before the upgrade "Fjord" lacks the function
    if (isLatchkeyError(cause) && cause.code === 'TRANSACTION_REJECTED') return 0n
    throw cause
  }
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
