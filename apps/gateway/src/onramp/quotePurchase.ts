import { parseUnits } from 'viem'
import { GatewayFault } from '../http/GatewayFault.js'
import type { OnrampAsset } from './listAssets.js'
import type { Onramp, OnrampProvider } from './parseOnramp.js'

export type PurchaseTerms = {
  readonly onramp: Onramp
  readonly provider: OnrampProvider
  readonly asset: OnrampAsset
  /** US dollars for a whole one. */
  readonly price: number
  /** That is paid with, `USD` or one of the rates. */
  readonly currency: string
}

/** Money in hundredths; `purchase` in atomic units. */
export type PurchaseQuote = {
  readonly total: bigint
  readonly providerFee: bigint
  readonly networkFee: bigint
  readonly purchase: bigint
}

/** Digits behind the point that prices and rates are reckoned with. */
const precision = 12

/** What an amount of money, in hundredths, buys: what is left after the fees, at the price. Throws 400 for too little and too much. */
export function quotePurchase(terms: PurchaseTerms, total: bigint): PurchaseQuote {
  const { onramp, provider, asset, price, currency } = terms
  const rate = getRate(onramp, currency)
  assertWithin(onramp, { total, currency })
  const providerFee = toHundredths((Number(total) * provider.feePercent) / 10_000)
  const networkFee = toHundredths(provider.networkFee / rate)
  const rest = total - providerFee - networkFee
  const [scaledRate, scaledPrice] = [toScaled(rate), toScaled(price)]
  // rounded down: nobody is promised more than was paid for
  const purchase = rest <= 0n ? 0n : (rest * scaledRate * 10n ** BigInt(asset.decimals)) / (100n * scaledPrice)
  if (purchase > 0n) return { total, providerFee, networkFee, purchase }
  throw new GatewayFault('The fees are more than that.', { status: 400, code: 'AMOUNT_TOO_LOW' })
}

/** What it costs to get `purchase` atomic units: the least that buys as many. */
export function priceOf(terms: PurchaseTerms, purchase: bigint): bigint {
  const { onramp, provider, asset, price, currency } = terms
  const value = (Number(purchase) / 10 ** asset.decimals) * price
  const paid = (value + provider.networkFee) / getRate(onramp, currency) / (1 - provider.feePercent / 100)
  const total = toHundredths(paid) + 1n
  return quotePurchase(terms, total).purchase >= purchase ? total : total + 1n
}

function getRate({ rates }: Onramp, currency: string): number {
  const rate = currency === 'USD' ? 1 : Object.hasOwn(rates, currency) ? rates[currency] : undefined
  if (rate !== undefined) return rate
  throw new GatewayFault('Nobody takes that currency here.', { status: 400, code: 'UNSUPPORTED_CURRENCY' })
}

function assertWithin(
  { limits }: Onramp,
  { total, currency }: { readonly total: bigint; readonly currency: string },
): void {
  const least = Math.min(...limits.map(({ min }) => Number(min)))
  const most = Math.max(...limits.map(({ max }) => Number(max)))
  const show = (amount: number): string => `${currency} ${amount.toFixed(2)}`
  if (total < parseUnits(String(least), 2))
    throw new GatewayFault(`At least ${show(least)}.`, { status: 400, code: 'AMOUNT_TOO_LOW' })
  if (total > parseUnits(String(most), 2))
    throw new GatewayFault(`At most ${show(most)}.`, { status: 400, code: 'AMOUNT_TOO_HIGH' })
}

function toScaled(value: number): bigint {
  const scaled = parseUnits(value.toFixed(precision), precision)
  if (scaled > 0n) return scaled
  throw new GatewayFault('That has no price now.', { status: 503, code: 'NO_PRICE', retryAfter: 10 })
}

function toHundredths(value: number): bigint {
  return BigInt(Math.ceil(value * 100 - 1e-6))
}
