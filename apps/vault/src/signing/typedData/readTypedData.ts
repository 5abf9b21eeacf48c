import { recoverTypedDataAddress, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { TypedDataSummary } from '../../protocol/summary.js'
import type { Keys } from '../deriveKeys.js'
import { toPrivateKey } from '../evm/toPrivateKey.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { MethodRequest, Reading } from '../signingRequest.js'
import { assertNoControl } from './assertNoControl.js'
import { findEffects } from './findEffects.js'
import { parseTypedData } from './parseTypedData.js'
import { toNodes } from './toNodes.js'
import type { TypedData } from './typedData.js'

/** eth_signTypedData_v4: `[account, data]`. [EIP-712] */
export function readTypedData(request: MethodRequest): Reading {
  const { method, chain, account, params } = request
  const data = parseTypedData(pickData(params, account), request.reference)
  assertNoControl(data)
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
  return { params: [account, data], summary, sign: (keys) => sign(data, account, keys) }
}

function pickData(params: unknown, account: string): unknown {
  if (!Array.isArray(params)) throw new InvalidRequestError('eth_signTypedData_v4 takes [account, data]')
  const [first, second] = params as readonly unknown[]
  const isOurs = (value: unknown): boolean => typeof value === 'string' && value.toLowerCase() === account.toLowerCase()
  if (isOurs(first)) return second
  if (isOurs(second)) return first
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
