import { isRecord } from '@latchkey/core'
import { type Abi, type AbiFunction, toFunctionSelector, toFunctionSignature } from 'viem'
import type { PermissionTerms } from '../../protocol/summary.js'
import { parseAddress } from '../evm/parseAddress.js'
import { parseHex } from '../evm/parseHex.js'
import { parseQuantity } from '../evm/parseQuantity.js'
import { InvalidRequestError } from '../InvalidRequestError.js'

type Contract = PermissionTerms['contracts'][number]
type ContractFunction = Contract['functions'][number]

const uint256 = 2n ** 256n - 1n
const most = 20
/** Seconds: nobody remembers longer what they allowed. */
const longest = 30 * 86_400

/** What gives others a right of their own over tokens, which would outlive the permission: approve and its like. */
const allowances = /^0x(095ea7b3|39509351|a22cb465|d505accf|8fcbaf0c|87517c45)$/

/** Reads what wallet_grantPermissions asks for. Throws InvalidRequestError. `now`: milliseconds. */
export function parseTerms(given: unknown, now: number): PermissionTerms {
  if (!isRecord(given)) throw new InvalidRequestError('wallet_grantPermissions takes [{ expiry, signer, permissions }]')
  const { expiry, permissions, signer } = given
  if (isRecord(signer) && signer['type'] !== 'wallet')
    throw new InvalidRequestError(
      'This wallet grants permissions to the site alone: signer has to be { type: "wallet" }',
    )
  if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry) || expiry * 1_000 <= now)
    throw new InvalidRequestError('expiry is no time to come, in seconds')
  if (expiry * 1_000 > now + longest * 1_000) throw new InvalidRequestError('expiry is more than 30 days away')
  if (!Array.isArray(permissions) || permissions.length < 1 || permissions.length > most)
    throw new InvalidRequestError(`permissions is no list of 1 to ${most}`)
  const parsed = permissions.map(parsePermission)
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

function parsePermission(given: unknown): Parsed {
  const { type, data } = isRecord(given) ? given : {}
  if (!isRecord(data)) throw new InvalidRequestError('A permission has no data')
  switch (typeof type === 'string' ? type : null) {
    case 'native-token-transfer':
      return { native: readAllowance(data) }
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

function readAllowance({ allowance }: Readonly<Record<string, unknown>>): string {
  const amount = parseQuantity(allowance, uint256)
  if (amount === null) throw new InvalidRequestError('A permission has no allowance, or it is no number')
  return amount.toString()
}

function readAddress(value: unknown): string {
  const address = parseAddress(value)
  if (address === null) throw new InvalidRequestError('A permission has no address')
  return address
}

function readContract({ address, functions, abi }: Readonly<Record<string, unknown>>): Contract {
  if (!Array.isArray(functions) || functions.length < 1 || functions.length > most)
    throw new InvalidRequestError('A permission for a contract has to name its functions')
  const read = functions.map((one: unknown) => readFunction(one, abi))
  for (const { selector } of read)
    if (allowances.test(selector)) throw new InvalidRequestError('Allowances are asked for each time', { code: 4200 })
  return { address: readAddress(address), functions: read }
}

/** A selector, a signature as `mint(address,uint256)`, or a name of the contract's ABI. */
function readFunction(given: unknown, abi: unknown): ContractFunction {
  const { selector, functionName, name } = isRecord(given) ? given : { functionName: given }
  const bytes = parseHex(selector)
  if (bytes?.length === 10) return { selector: bytes }
  const text = functionName ?? name
  if (typeof text !== 'string' || text.length > 200) throw new InvalidRequestError('A function has no name')
  if (/^\w+\([\w,[\]()]*\)$/.test(text)) return { selector: toSelector(text), name: text }
  const found = Array.isArray(abi)
    ? (abi as Abi).filter((item) => isRecord(item) && item.type === 'function' && item.name === text)
    : []
  if (found.length !== 1 || !found[0]) throw new InvalidRequestError(`The ABI has not one function ${text}`)
  const signature = toSignature(found[0] as AbiFunction)
  return { selector: toSelector(signature), name: signature }
}

function toSignature(item: AbiFunction): string {
  try {
    return toFunctionSignature(item)
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
