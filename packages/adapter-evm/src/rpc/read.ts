import { type AdapterFeatures, type Balance, isRecord, type Network } from '@latchkey/core'
import { toBigInt, toRpcTransaction } from '../encoding.js'
import type { Rpc } from './rpc.js'

type BalanceRequest = Parameters<AdapterFeatures['balance:read']>[0]

/** Reads the native balance (`eth_getBalance`). */
export async function readBalance(rpc: Rpc, { account, network, signal }: BalanceRequest): Promise<Balance> {
  const call = { method: 'eth_getBalance', params: [account.address, 'latest'] }
  const value = toBigInt(call.method, await rpc.request(network, call, signal))
  const { decimals, symbol } = network.nativeCurrency
  return { value, decimals, symbol }
}

type EstimateRequest = Parameters<AdapterFeatures['gas:estimate']>[0]

/** Estimates the gas of a transaction (`eth_estimateGas`). Throws `TRANSACTION_REJECTED` if it would fail. */
export async function estimateGas(rpc: Rpc, request: EstimateRequest): Promise<bigint> {
  const { account, network, signal, transaction } = request
  const call = { method: 'eth_estimateGas', params: [toRpcTransaction(account, transaction)] }
  return toBigInt(call.method, await rpc.request(network, call, signal))
}

export type FindTransactionRequest = {
  readonly hash: `0x${string}`
  readonly network: Network
  readonly signal: AbortSignal
}

export type FoundTransaction = {
  readonly from: string
  /** Empty if it creates a contract. */
  readonly to: string
  readonly value: bigint
  /** Its data, as hex. */
  readonly input: string
}

/** Null if the network's nodes don't know the transaction. */
export type FindTransaction = (request: FindTransactionRequest) => Promise<FoundTransaction | null>

/** Finds a mined or pending transaction by its hash. */
export async function findTransaction(rpc: Rpc, request: FindTransactionRequest): ReturnType<FindTransaction> {
  const { hash, network, signal } = request
  const method = 'eth_getTransactionByHash'
  const reply = await rpc.request(network, { method, params: [hash] }, signal)
  if (!isRecord(reply) || typeof reply['from'] !== 'string') return null
  const { from, to, value, input } = reply
  return { from, to: typeof to === 'string' ? to : '', value: toBigInt(method, value), input: String(input) }
}
