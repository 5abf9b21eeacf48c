import { isRecord } from '@latchkey/core'
import type { AccessList, Address, Hex } from 'viem'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest } from '../signingRequest.js'
import {
  parseAccessList,
  parseAddress,
  parseHex,
  parseQuantity,
  parseTransactionChain,
  readTransactionFields,
  type TransactionFields,
} from './fields.js'

/** A complete transaction of one of the supported types. [EIP-155] [EIP-2930] [EIP-1559] */
export type EvmTransaction = {
  readonly chainId: number
  readonly nonce: number
  readonly gas: bigint
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Hex
} & (
  | { readonly type: 'legacy'; readonly gasPrice: bigint }
  | { readonly type: 'eip2930'; readonly gasPrice: bigint; readonly accessList: AccessList }
  | {
      readonly type: 'eip1559'
      readonly maxFeePerGas: bigint
      readonly maxPriorityFeePerGas: bigint
      readonly accessList: AccessList
    }
)

const uint64 = 2n ** 64n - 1n

const uint256 = 2n ** 256n - 1n

/** Bytes: nodes reject larger transactions. */
const maxDataSize = 131_072

/** Parses the parameter of eth_sendTransaction. Throws InvalidRequestError, which names the field. */
export function parseEvmTransaction(given: unknown, { account, reference }: MethodRequest): EvmTransaction {
  if (!isRecord(given)) throw new InvalidRequestError('eth_sendTransaction takes a transaction')
  const fields = readTransactionFields(given)
  const type = readType(fields)
  const quantity = (name: string, max: bigint): bigint => {
    const value = parseQuantity(fields[name], max)
    if (value === null) throw new InvalidRequestError(`${name} of the transaction is missing or out of range`)
    return value
  }

  if (parseAddress(fields['from']) !== account) throw new InvalidRequestError('from is not the connected account')
  const chainId = Number(reference)
  if (fields['chainId'] !== undefined && parseTransactionChain(fields['chainId']) !== chainId)
    throw new InvalidRequestError(`chainId is not ${chainId}, the network in use`)

  const data = readData(fields)
  const to = readTo(fields['to'], data)
  const base = {
    chainId,
    nonce: Number(quantity('nonce', BigInt(Number.MAX_SAFE_INTEGER))),
    gas: quantity('gas', uint64),
    to,
    value: fields['value'] === undefined ? 0n : quantity('value', uint256),
    data,
  }
  if (base.gas < 21_000n) throw new InvalidRequestError('gas is less than any transaction takes')
  if (type === 'legacy') return { ...base, type, gasPrice: quantity('gasPrice', uint256) }
  const accessList = parseAccessList(fields['accessList'] ?? [])
  if (accessList === null) throw new InvalidRequestError('accessList is invalid or too long')
  if (type === 'eip2930') return { ...base, type, gasPrice: quantity('gasPrice', uint256), accessList }
  const maxFeePerGas = quantity('maxFeePerGas', uint256)
  const maxPriorityFeePerGas = quantity('maxPriorityFeePerGas', maxFeePerGas)
  return { ...base, type, maxFeePerGas, maxPriorityFeePerGas, accessList }
}

function readType({
  type,
  gasPrice,
  maxFeePerGas,
  maxPriorityFeePerGas,
  accessList,
}: TransactionFields): EvmTransaction['type'] {
  const named = type === undefined ? null : parseQuantity(type, 255n)
  if (type !== undefined && (named === null || named > 2n))
    throw new InvalidRequestError('Transactions of this type are not signed by this wallet', { code: 4200 })
  const hasMarketFees = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  const found = hasMarketFees ? 2n : accessList !== undefined ? 1n : 0n
  const number = named ?? found
  const isClear = number === 2n ? gasPrice === undefined : !hasMarketFees && (number === 1n || accessList === undefined)
  if (!isClear) throw new InvalidRequestError('The fees or the accessList are those of another type of transaction')
  return number === 2n ? 'eip1559' : number === 1n ? 'eip2930' : 'legacy'
}

function readData({ data, input }: TransactionFields): Hex {
  const bytes = parseHex(data ?? input ?? '0x')
  if (bytes === null) throw new InvalidRequestError('data is not hex of whole bytes')
  if (data !== undefined && input !== undefined && parseHex(input) !== bytes)
    throw new InvalidRequestError('data and input differ')
  if (bytes.length > 2 + 2 * maxDataSize) throw new InvalidRequestError(`data has more than ${maxDataSize} bytes`)
  return bytes
}

function readTo(value: unknown, data: Hex): EvmTransaction['to'] {
  if (value === undefined && data !== '0x') return null
  const to = parseAddress(value)
  if (to === null) throw new InvalidRequestError('to is not an address')
  return to
}
