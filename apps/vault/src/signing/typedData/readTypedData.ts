import { hashTypedData, recoverTypedDataAddress, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { TypedDataNode, TypedDataSummary } from '../../protocol/summary.js'
import { isControlChange } from '../evm/assertSafeCall.js'
import { toPrivateKey } from '../evm/toPrivateKey.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { Keys } from '../keys.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { listSmartAddresses, safeModule, toMessageSigning } from '../smart/smartAccount.js'
import { findEffects } from './findEffects.js'
import { parseArrayType, parseTypedData, type TypedData, type TypedStructs, type TypedValue } from './parseTypedData.js'

/** eth_signTypedData_v4: `[account, data]`. [EIP-712] */
export function readTypedData(request: MethodRequest): Reading {
  const { method, chain, reference, smart } = request
  const { given, account } = pickData(request)
  const data = parseTypedData(given, reference)
  assertNoControl(data, listSmartAddresses(request.accounts))
  const { allowances, transfers, warnings } = findEffects(data, account)
  const summary: TypedDataSummary = {
    kind: 'typedData',
    method,
    chain,
    account,
    primaryType: data.primaryType,
    domain: toNodes(data.types, 'EIP712Domain', data.domain),
    message: toNodes(data.types, data.primaryType, data.message),
    allowances,
    transfers,
    warnings,
  }
  const params = [account, data]
  if (account !== smart.address) return { params, summary, sign: (keys) => sign(data, account, keys) }
  const hash = hashTypedData(toDefinition(data))
  return { params, summary, ...toMessageSigning(hash, { account: smart, chainId: Number(reference) }) }
}

function pickData({ params, account, smart }: MethodRequest): { readonly given: unknown; readonly account: string } {
  if (!Array.isArray(params)) throw new InvalidRequestError('eth_signTypedData_v4 takes [account, data]')
  const [first, second] = params as readonly unknown[]
  const own = [account, smart.address]
  const find = (value: unknown): string | undefined =>
    own.find((one) => typeof value === 'string' && value.toLowerCase() === one.toLowerCase())
  const [leading, trailing] = [find(first), find(second)]
  if (leading !== undefined) return { given: second, account: leading }
  if (trailing !== undefined) return { given: first, account: trailing }
  throw new InvalidRequestError('eth_signTypedData_v4 was asked of another account')
}

async function sign(data: TypedData, account: string, keys: Keys): Promise<string> {
  const typedData = toDefinition(data)
  const signature = await privateKeyToAccount(toPrivateKey(keys)).signTypedData(typedData)
  if ((await recoverTypedDataAddress({ ...typedData, signature })) !== account)
    throw new Error('The signature is not of this account')
  return signature
}

/** viem's types want bigint or number for the domain's chain id */
function toDefinition({ domain, ...data }: TypedData): TypedDataDefinition {
  const { chainId, ...others } = domain
  const number = chainId !== undefined && { chainId: BigInt(String(chainId)) }
  return { ...data, domain: { ...others, ...number } } as TypedDataDefinition
}

/**
 * Throws if typed data makes a Safe account run foreign code as its own, or changes its control: the largest theft by a signature so
 * far worked like this.
 */
function assertNoControl({ domain, primaryType, message }: TypedData, smartAccounts: readonly string[]): void {
  const { verifyingContract } = domain
  // signatures that the user's own account accepts from its owner: its operations, transactions and messages. They have
  // their own methods, which describe them
  if (typeof verifyingContract === 'string' && [...smartAccounts, safeModule].includes(verifyingContract))
    throw new InvalidRequestError('What a smart account takes from its owner is not signed in this way', { code: 4200 })
  if (primaryType !== 'SafeTx') return
  const { operation = '0', data = '0x' } = message
  if (operation !== '0')
    throw new InvalidRequestError('Delegate calls of a Safe account are not signed by this wallet', { code: 4200 })
  if (typeof data !== 'string' || isControlChange(data))
    throw new InvalidRequestError('Changes of owners, modules or guards are not signed by this wallet', { code: 4200 })
}

/** Values with their names and types, in signing order. */
function toNodes(types: TypedStructs, struct: string, value: TypedValue): readonly TypedDataNode[] {
  return (types[struct] ?? []).map(({ name, type }) => toNode(types, name, type, toField(value, name)))
}

function toNode(types: TypedStructs, name: string, type: string, value: TypedValue): TypedDataNode {
  const array = parseArrayType(type)
  if (array && Array.isArray(value)) {
    const items = value as readonly TypedValue[]
    return { name, type, children: items.map((item, index) => toNode(types, `${index}`, array.item, item)) }
  }
  return typeof value === 'object'
    ? { name, type, children: toNodes(types, type, value) }
    : { name, type, value: String(value) }
}

function toField(value: TypedValue, name: string): TypedValue {
  return typeof value === 'object' && !Array.isArray(value)
    ? ((value as { readonly [name: string]: TypedValue })[name] ?? '')
    : ''
}
