import { isRecord } from '@latchkey/core'
import {
  type Hex,
  recoverTransactionAddress,
  type TransactionSerializable,
  type TransactionSerialized,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { EvmCall, EvmTransactionSummary } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { Keys } from '../keys.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { readSmartTransaction } from '../smart/readOperation.js'
import { listSmartAddresses } from '../smart/smartAccount.js'
import { assertSafeCall } from './assertSafeCall.js'
import { decodeCall, findCallWarnings } from './decodeCall.js'
import { parseAddress } from './fields.js'
import { type EvmTransaction, parseEvmTransaction } from './parseEvmTransaction.js'
import { toPrivateKey } from './toPrivateKey.js'

/**
 * eth_sendTransaction: signs, and the caller broadcasts. The transaction must be complete; one of the smart account becomes an operation.
 */
export function readTransaction(request: MethodRequest): Reading {
  const { params, account } = request
  if (!Array.isArray(params) || params.length < 1)
    throw new InvalidRequestError('eth_sendTransaction takes [transaction]')
  if (isOfAccount(params[0], request.smart.address)) return readSmartTransaction(request)
  const transaction = parseEvmTransaction(params[0], request)
  // as its owner, this account could make it do anything; calls of the smart account itself are shown instead
  const isOwner = transaction.to !== null && listSmartAddresses(request.accounts).includes(transaction.to)
  if (isOwner && transaction.data !== '0x')
    throw new InvalidRequestError('The smart account is not called by its owner', { code: 4200 })
  assertSafeCall(transaction.data)
  return {
    params: [toParams(transaction, account)],
    summary: toEvmSummary(transaction, request),
    sign: (keys) => sign(transaction, account, keys),
  }
}

function isOfAccount(transaction: unknown, address: string): boolean {
  return isRecord(transaction) && parseAddress(transaction['from']) === address
}

async function sign({ to, data, ...rest }: EvmTransaction, account: string, keys: Keys): Promise<Hex> {
  const unsigned: TransactionSerializable = { ...rest, data, ...(to && { to }) }
  const signed = await privateKeyToAccount(toPrivateKey(keys)).signTransaction(unsigned)
  if ((await recoverTransactionAddress({ serializedTransaction: signed as TransactionSerialized })) !== account)
    throw new Error('The signed transaction is not of this account')
  return signed
}

function toParams(transaction: EvmTransaction, from: string): object {
  const { to, data, type, chainId, nonce, gas, value } = transaction
  return {
    from,
    ...(to && { to }),
    type: type === 'legacy' ? '0x0' : type === 'eip2930' ? '0x1' : '0x2',
    chainId: toHex(chainId),
    nonce: toHex(nonce),
    gas: toHex(gas),
    value: toHex(value),
    data,
    ...(transaction.type === 'eip1559'
      ? {
          maxFeePerGas: toHex(transaction.maxFeePerGas),
          maxPriorityFeePerGas: toHex(transaction.maxPriorityFeePerGas),
        }
      : { gasPrice: toHex(transaction.gasPrice) }),
    ...(transaction.type !== 'legacy' && { accessList: transaction.accessList }),
  }
}

/** Summarizes a transaction for the user. */
function toEvmSummary(transaction: EvmTransaction, { method, chain, account }: MethodRequest): EvmTransactionSummary {
  const { to, value, nonce, gas, data } = transaction
  const isMarket = transaction.type === 'eip1559'
  const maxFeePerGas = isMarket ? transaction.maxFeePerGas : transaction.gasPrice
  const call: EvmCall = to === null ? { type: 'create' } : decodeCall(to, data)
  return {
    kind: 'evmTransaction',
    method,
    chain,
    account,
    to,
    value: value.toString(),
    nonce,
    gas: gas.toString(),
    maxFeePerGas: maxFeePerGas.toString(),
    ...(isMarket && { maxPriorityFeePerGas: transaction.maxPriorityFeePerGas.toString() }),
    feeLimit: (gas * maxFeePerGas).toString(),
    call,
    data,
    warnings: findCallWarnings(call, transaction),
  }
}
