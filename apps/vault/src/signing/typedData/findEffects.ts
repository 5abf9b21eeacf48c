import type { Allowance, SignedTransfer, SummaryWarning } from '../../protocol/summary.js'
import { isUnlimited } from '../evm/decodeCall.js'
import type { TypedData, TypedValue } from './parseTypedData.js'

/** Typed access to the fields of a struct. */
type TypedFields = {
  /** A value as text. */
  text(name: string): string | undefined
  /** A struct, or the structs of an array. */
  structs(name: string): readonly TypedFields[]
}

function readFieldsOf(value: TypedValue): TypedFields {
  const fields = isStruct(value) ? value : {}
  return {
    text(name) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return field === undefined || typeof field === 'object' ? undefined : String(field)
    },
    structs(name) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      const items: readonly TypedValue[] = Array.isArray(field) ? field : field === undefined ? [] : [field]
      return items.filter(isStruct).map(readFieldsOf)
    },
  }
}

function isStruct(value: TypedValue): value is { readonly [name: string]: TypedValue } {
  return typeof value === 'object' && !Array.isArray(value)
}

type TypedDataEffects = {
  readonly allowances: readonly Allowance[]
  readonly transfers: readonly SignedTransfer[]
  readonly warnings: readonly SummaryWarning[]
}

/**
 * Finds the tokens that a signature gives away once it is submitted, for known standards: token permits (EIP-2612, and DAI's own),
 * Permit2, and transfers with authorization (EIP-3009). Permits of items (EIP-4494, and Uniswap v4's for all items) are only warned of.
 */
export function findEffects(data: TypedData, account: string): TypedDataEffects {
  const { allowances, transfers, owner } = findByType(data)
  const warnings: SummaryWarning[] = []
  const givesAllItems = permitsAllItems(data)
  if (allowances.some((allowance) => allowance.isUnlimited)) warnings.push('unlimitedAllowance')
  if (givesAllItems) warnings.push('allItems')
  if (allowances.length + transfers.length > 0 || permitsItem(data) || givesAllItems) warnings.push('movesTokens')
  if (owner !== undefined && owner !== account) warnings.push('otherOwner')
  if (!('chainId' in data.domain)) warnings.push('anyNetwork')
  return { allowances, transfers, warnings }
}

/** Whether it lets the spender take an item of a collection. [EIP-4494] */
function permitsItem({ primaryType, message }: TypedData): boolean {
  return primaryType === 'Permit' && readFieldsOf(message).text('tokenId') !== undefined
}

/** Whether it lets an operator take all items of a collection. [ERC-721 permits of Uniswap v4] */
function permitsAllItems({ primaryType, message }: TypedData): boolean {
  return primaryType === 'PermitForAll' && readFieldsOf(message).text('approved') === 'true'
}

type Found = Omit<TypedDataEffects, 'warnings'> & { readonly owner?: string | undefined }

const nothing: Found = { allowances: [], transfers: [] }

function findByType({ primaryType, domain, message }: TypedData): Found {
  const token = typeof domain['verifyingContract'] === 'string' ? domain['verifyingContract'] : ''
  const at = readFieldsOf(message)
  switch (primaryType) {
    case 'Permit':
      return { ...nothing, ...findPermit(token, at) }
    case 'TransferWithAuthorization':
    case 'ReceiveWithAuthorization': {
      const transfer = { token, to: at.text('to'), amount: at.text('value') ?? '0', until: at.text('validBefore') }
      return { ...nothing, transfers: [transfer], owner: at.text('from') }
    }
    case 'PermitSingle':
    case 'PermitBatch': {
      const spender = at.text('spender') ?? ''
      const allowances = at.structs('details').map((details) => {
        const amount = details.text('amount') ?? '0'
        return toAllowance(details.text('token') ?? '', spender, amount, details.text('expiration'))
      })
      return { ...nothing, allowances }
    }
    case 'PermitTransferFrom':
    case 'PermitBatchTransferFrom':
    case 'PermitWitnessTransferFrom':
    case 'PermitBatchWitnessTransferFrom': {
      const spender = at.text('spender') ?? ''
      const allowances = at
        .structs('permitted')
        .map((part) => toAllowance(part.text('token') ?? '', spender, part.text('amount') ?? '0', at.text('deadline')))
      return { ...nothing, allowances }
    }
    default:
      return nothing
  }
}

/** EIP-2612 has a value and a deadline; DAI a flag and an expiry. The allowance itself doesn't expire. */
function findPermit(token: string, at: ReturnType<typeof readFieldsOf>): Omit<Found, 'transfers'> {
  const spender = at.text('spender')
  const isDai = at.text('allowed') !== undefined
  const amount = isDai ? (at.text('allowed') === 'true' ? `${2n ** 256n - 1n}` : '0') : at.text('value')
  if (spender === undefined || amount === undefined) return { allowances: [] }
  return { allowances: [toAllowance(token, spender, amount)], owner: at.text(isDai ? 'holder' : 'owner') }
}

function toAllowance(token: string, spender: string, amount: string, until?: string | undefined): Allowance {
  return { token, spender, amount, isUnlimited: /^\d+$/.test(amount) && isUnlimited(BigInt(amount)), until }
}
