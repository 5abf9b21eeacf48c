import { toDecimal } from '@latchkey/core/plugin'
import { say, toNumber, toTime } from '../../../words/say.js'
import { words } from '../../texts.js'
import type { ApprovalRequest } from '../approvalRequest.js'

/** Formats atomic units as an exact decimal number with the separators of the page's language: `1,234.5`. */
export function formatAmount(amount: string, decimals: number): string {
  if (!/^\d+$/.test(amount)) return amount
  return toNumber(toDecimal(BigInt(amount), decimals))
}

/** Significant digits of a fee. */
const digits = 6

/** Formats the maximum cost, shortened and rounded up. */
export function formatCeiling(amount: string, decimals: number): string {
  if (!/^\d+$/.test(amount) || amount.length <= digits) return formatAmount(amount, decimals)
  const step = 10n ** BigInt(amount.length - digits)
  return formatAmount((((BigInt(amount) + step - 1n) / step) * step).toString(), decimals)
}

/** Later than any meaningful deadline: year 2100. */
const endOfTime = 4_102_444_800n

/** Formats Unix seconds as a date in the page's language. */
export function formatUntil(seconds: string): string {
  if (!/^\d+$/.test(seconds)) return seconds
  const number = BigInt(seconds)
  if (number >= endOfTime) return words.facts.never
  return toTime(Number(number) * 1000)
}

/** A token as it is named to the user. */
type NamedToken = {
  /** The operator's symbol, or the token's own in quotes; undefined if it has none. */
  readonly unit: string | undefined
  readonly decimals: number
  /** The operator vouches for it. */
  readonly isKnown: boolean
  /** It claims the symbol of the native currency or of a listed token, and is neither. */
  readonly imitates?: string | undefined
}

type Claim = { readonly symbol?: string | null | undefined; readonly decimals?: number | null | undefined }

/** Names a token by the operator's list. A contract's own claim never passes for a listed token. */
export function nameToken({ network, tokens }: ApprovalRequest, address: string, claim?: Claim): NamedToken {
  const key = network.caipNetworkId.startsWith('eip155:') ? address.toLowerCase() : address
  const known = network.tokens?.find((token) => token.address === key)
  if (known) return { unit: known.symbol, decimals: known.decimals, isKnown: true }
  const { symbol, decimals } = claim ?? tokens[key] ?? {}
  const named = { decimals: decimals ?? 0, isKnown: false }
  if (symbol === null || symbol === undefined) return { ...named, unit: undefined }
  const names = [network.symbol, ...(network.tokens ?? []).map((token) => token.symbol)]
  const imitates = names.find((name) => toPlain(name) === toPlain(symbol))
  return { ...named, unit: `“${symbol}”`, ...(imitates !== undefined && { imitates }) }
}

/** Treats lookalike letters and digits as the same. */
function toPlain(symbol: string): string {
  return symbol
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('0', 'o')
    .replace(/[1l]/g, 'i')
    .replaceAll('5', 's')
}

export function formatToken(amount: string, { unit, decimals }: NamedToken): string {
  const shown = formatAmount(amount, decimals)
  return unit === undefined ? say(words.facts.amountUnits, { amount: shown }) : `${shown} ${unit}`
}
