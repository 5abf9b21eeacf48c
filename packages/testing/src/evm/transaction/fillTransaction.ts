import { type AccessList, type Address, type Hex, hexToBigInt, type TransactionSerializable, toHex } from 'viem'
import type { TransactionRequest } from './parseTransaction.js'

export type FillTransactionOptions = {
  readonly request: TransactionRequest
  readonly from: Address
  readonly chainId: number
  readonly ask: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/** Fills in missing fields from the chain: nonce, gas and fees. */
export async function fillTransaction(options: FillTransactionOptions): Promise<TransactionSerializable> {
  const { request, from, chainId, ask } = options
  const { to, data, value, accessList } = request
  const nonce = request.nonce ?? Number(await ask('eth_getTransactionCount', [from, 'pending']))
  const gas =
    request.gas ?? quantity(await ask('eth_estimateGas', [{ from, to, data, value: toHex(value), accessList }]))
  return { chainId, nonce, gas, to, data, value, ...(await fillFees(options)) }
}

type Fees =
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
  | { readonly type: 'eip2930'; readonly gasPrice: bigint; readonly accessList: AccessList }
  | {
      readonly type: 'eip1559'
      readonly maxFeePerGas: bigint
      readonly maxPriorityFeePerGas: bigint
      readonly accessList: AccessList | undefined
    }

async function fillFees({ request, ask }: FillTransactionOptions): Promise<Fees> {
  const { gasPrice, accessList } = request
  if (gasPrice !== undefined) return untipped(gasPrice, accessList)
  const block = (await ask('eth_getBlockByNumber', ['latest', false])) as { readonly baseFeePerGas?: Hex } | null
  if (!block?.baseFeePerGas) return untipped(quantity(await ask('eth_gasPrice', [])), accessList)
  const tip = request.maxPriorityFeePerGas ?? quantity(await ask('eth_maxPriorityFeePerGas', []))
  // the base fee may double in six full blocks
  const maxFeePerGas = request.maxFeePerGas ?? quantity(block.baseFeePerGas) * 2n + tip
  const maxPriorityFeePerGas = tip < maxFeePerGas ? tip : maxFeePerGas
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas, accessList }
}

function untipped(gasPrice: bigint, accessList: AccessList | undefined): Fees {
  return accessList ? { type: 'eip2930', gasPrice, accessList } : { type: 'legacy', gasPrice }
}

function quantity(answer: unknown): bigint {
  return hexToBigInt(answer as Hex)
}
