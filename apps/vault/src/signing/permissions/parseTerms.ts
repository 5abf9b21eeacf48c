import { isRecord } from '@latchkey/core'
import { type Abi, type AbiFunction, parseAbiItem, toFunctionSelector, toFunctionSignature } from 'viem'
import type { PermissionTerms } from '../../protocol/summary.js'
import { parseAddress, parseQuantity } from '../evm/fields.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { findGrantProblem } from './grantable.js'

type Contract = PermissionTerms['contracts'][number]
type ContractFunction = Contract['functions'][number]

const uint256 = 2n ** 256n - 1n
const maxEntries = 20
/** Seconds: users forget older permissions. */
const maxLifetime = 30 * 86_400

/** Parses permissions to grant until a time in Unix seconds. Throws InvalidRequestError. `now`: milliseconds. */
export function parseTerms(
  { expiry, permissions }: { readonly expiry: unknown; readonly permissions: unknown },
  now: number,
): PermissionTerms {
  if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry) || expiry * 1_000 <= now)
    throw new InvalidRequestError('expiry is not a future time in seconds')
  if (expiry * 1_000 > now + maxLifetime * 1_000) throw new InvalidRequestError('expiry is more than 30 days away')
  if (!Array.isArray(permissions) || permissions.length < 1 || permissions.length > maxEntries)
    throw new InvalidRequestError(`permissions is not a list of 1 to ${maxEntries} entries`)
  const parsed = permissions.map((permission) => parsePermission(permission, now))
  const natives = parsed.flatMap(({ native }) => (native === undefined ? [] : [native]))
  if (natives.length > 1) throw new InvalidRequestError('Native tokens are named twice')
  const [tokens, contracts] = [
    parsed.flatMap(({ token }) => token ?? []),
    parsed.flatMap(({ contract }) => contract ?? []),
  ]
  for (const list of [tokens, contracts])
    if (new Set(list.map(({ address }) => address)).size < list.length)
      throw new InvalidRequestError('An address is named twice')
  return { expiry, native: natives[0] ?? null, tokens, contracts }
}

type Parsed = {
  readonly native?: string
  readonly token?: PermissionTerms['tokens'][number]
  readonly contract?: Contract
}

/** The types of `wallet_requestExecutionPermissions` end with `-allowance`, those of `wallet_grantPermissions` with `-transfer`. */
function parsePermission(given: unknown, now: number): Parsed {
  const { type, data } = isRecord(given) ? given : {}
  if (!isRecord(data)) throw new InvalidRequestError('A permission has no data')
  if (Number(data['startTime'] ?? 0) * 1_000 > now)
    throw new InvalidRequestError('This wallet grants permissions that start now: startTime is in the future')
  switch (typeof type === 'string' ? type : null) {
    case 'native-token-allowance':
    case 'native-token-transfer':
      return { native: readAllowance(data) }
    case 'erc20-token-allowance':
    case 'erc20-token-transfer':
      return {
        token: { address: readAddress(data['address'] ?? data['tokenAddress']), allowance: readAllowance(data) },
      }
    case 'contract-call':
      return { contract: readContract(data) }
    default:
      throw new InvalidRequestError(`This wallet knows no permission ${JSON.stringify(String(type).slice(0, 40))}`)
  }
}

function readAllowance({ allowance, allowanceAmount = allowance }: Readonly<Record<string, unknown>>): string {
  const amount = parseQuantity(allowanceAmount, uint256)
  if (amount === null) throw new InvalidRequestError('The allowance of a permission is missing or not a number')
  return amount.toString()
}

function readAddress(value: unknown): string {
  const address = parseAddress(value)
  if (address === null) throw new InvalidRequestError('A permission has no address')
  return address
}

function readContract({ address, functions, abi }: Readonly<Record<string, unknown>>): Contract {
  if (!Array.isArray(functions) || functions.length < 1 || functions.length > maxEntries)
    throw new InvalidRequestError('A permission for a contract has to name its functions')
  const read = functions.map((one: unknown) => readFunction(one, abi))
  for (const { name } of read) {
    const problem = findGrantProblem(name)
    if (problem !== null) throw new InvalidRequestError(`${name} is never granted: ${problem}`, { code: 4200 })
  }
  return { address: readAddress(address), functions: read }
}

/** A signature such as `mint(address,uint256)`, or a name in the contract's ABI. A bare selector can't be shown to the user. */
function readFunction(given: unknown, abi: unknown): ContractFunction {
  const { functionName, name } = isRecord(given) ? given : { functionName: given }
  const text = functionName ?? name
  if (typeof text !== 'string' || text.length > 200)
    throw new InvalidRequestError('A function is named by its signature, as play(uint256), or by its name in the ABI')
  if (/^\w+\([\w,[\]()]*\)$/.test(text)) {
    const signature = toSignature(text)
    return { selector: toSelector(signature), name: signature }
  }
  const found = Array.isArray(abi)
    ? (abi as Abi).filter((item) => isRecord(item) && item.type === 'function' && item.name === text)
    : []
  if (found.length !== 1 || !found[0]) throw new InvalidRequestError(`The ABI has not one function ${text}`)
  const signature = toSignature(found[0] as AbiFunction)
  return { selector: toSelector(signature), name: signature }
}

function toSignature(item: AbiFunction | string): string {
  try {
    return toFunctionSignature(typeof item === 'string' ? (parseAbiItem(`function ${item}`) as AbiFunction) : item)
  } catch (cause) {
    throw new InvalidRequestError('A function cannot be read', { cause })
  }
}

function toSelector(item: string): string {
  try {
    return toFunctionSelector(item)
  } catch (cause) {
    throw new InvalidRequestError('A function cannot be read', { cause })
  }
}
