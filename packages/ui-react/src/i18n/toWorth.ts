import { toUsd } from './toUsd.js'

/** What a typed amount is worth at a price in USD, e.g. `≈ $12.50`; undefined for what is no amount. */
export function toWorth(amount: string, price: number, locale?: string | undefined): string | undefined {
  if (!/^\d*\.?\d*$/.test(amount) || !/\d/.test(amount)) return undefined
  const value = Number(amount) * price
  return Number.isFinite(value) && value < 1e15 ? `≈ ${toUsd(value.toFixed(2), locale)}` : undefined
}
