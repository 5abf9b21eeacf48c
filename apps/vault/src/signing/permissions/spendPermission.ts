import type { Hex } from 'viem'
import type { CallsSummary, PermissionTerms } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { assertCallOf } from './grantable.js'

/** Spending of a permission: wei under `native`, atomic units under a token's address. Decimal strings. */
export type PermissionSpending = { readonly [unit: string]: string }

export type SpendOptions = {
  readonly terms: PermissionTerms
  readonly spent: PermissionSpending
  /** Milliseconds. */
  readonly now: number
}

/**
 * Returns the spending after these calls. Throws InvalidRequestError if the permission doesn't cover all of them: it has
 * expired, a contract or function is not in it, or they exceed its limits.
 */
export function spendPermission(
  { calls, paymaster, feeLimit }: CallsSummary,
  { terms, spent, now }: SpendOptions,
): PermissionSpending {
  if (terms.expiry * 1_000 <= now) throw refuse('it has expired')
  const total: Record<string, bigint> = {}
  const add = (unit: string, amount: bigint): void => {
    total[unit] = (total[unit] ?? BigInt(spent[unit] ?? 0)) + amount
  }
  if (paymaster === null) add('native', BigInt(feeLimit))
  for (const { to, value, call, data } of calls) {
    if (value !== '0') add('native', BigInt(value))
    const token = terms.tokens.find(({ address }) => address === to)
    const contract = terms.contracts.find(({ address }) => address === to)
    if (data === '0x' && value !== '0') continue
    if (token && call.type === 'transfer') {
      add(token.address, BigInt(call.amount))
      continue
    }
    const allowed = contract?.functions.find(({ selector }) => selector === data.slice(0, 10))
    if (!allowed) throw refuse(`it does not cover this call of ${to}`)
    assertCallOf(allowed.name, data as Hex)
  }
  for (const [unit, amount] of Object.entries(total)) {
    const allowance = unit === 'native' ? terms.native : terms.tokens.find(({ address }) => address === unit)?.allowance
    if (amount > BigInt(allowance ?? 0)) throw refuse(`more would be spent of ${unit} than it allows`)
  }
  return { ...spent, ...Object.fromEntries(Object.entries(total).map(([unit, amount]) => [unit, amount.toString()])) }
}

function refuse(why: string): InvalidRequestError {
  return new InvalidRequestError(`The permission does not allow that: ${why}`, { code: 4200 })
}
