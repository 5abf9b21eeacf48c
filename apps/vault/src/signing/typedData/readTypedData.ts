import { hashTypedData, recoverTypedDataAddress, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { TypedDataSummary } from '../../protocol/summary.js'
import type { Keys } from '../deriveKeys.js'
import { toPrivateKey } from '../evm/toPrivateKey.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { signSafeMessage } from '../smart/signSafeMessage.js'
import { assertNoControl } from './assertNoControl.js'
import { findEffects } from './findEffects.js'
import { parseTypedData } from './parseTypedData.js'
import { toNodes } from './toNodes.js'
import type { TypedData } from './typedData.js'

/** eth_signTypedData_v4: `[account, data]`. [EIP-712] */
export function readTypedData(request: MethodRequest): Reading {
  const { method, chain, reference, smart } = request
  const { given, account } = pickData(request)
  const data = parseTypedData(given, reference)
  assertNoControl(data, smart.address)
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
  const chainId = Number(reference)
  const signOwn = (keys: Keys): Promise<unknown> =>
    signSafeMessage(hashTypedData(toDefinition(data)), { account: smart, chainId, keys })
  const isSmart = account === smart.address
  return { params: [account, data], summary, sign: isSmart ? signOwn : (keys) => sign(data, account, keys) }
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

/** viem takes the numbers of a domain as bigint or number by its types, and as texts when it runs. */
function toDefinition({ domain, ...data }: TypedData): TypedDataDefinition {
  const { chainId, ...others } = domain
  const number = chainId !== undefined && { chainId: BigInt(String(chainId)) }
  return { ...data, domain: { ...others, ...number } } as TypedDataDefinition
}
