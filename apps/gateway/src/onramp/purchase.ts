import { randomUUID } from 'node:crypto'
import { isAddress } from '@latchkey/core/plugin'
import { parseUnits } from 'viem'
import { GatewayError } from '../errors.js'
import type { OnrampAsset } from './assets.js'
import type { Order } from './orders.js'
import type { Onramp, OnrampProvider } from './settings.js'
import { signOrder } from './signing.js'

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
  throw new GatewayError('The fees are more than that.', { status: 400, code: 'AMOUNT_TOO_LOW' })
}

/** What it costs to get `purchase` atomic units: the least that buys as many. */
function priceOf(terms: PurchaseTerms, purchase: bigint): bigint {
  const { onramp, provider, asset, price, currency } = terms
  const value = (Number(purchase) / 10 ** asset.decimals) * price
  const paid = (value + provider.networkFee) / getRate(onramp, currency) / (1 - provider.feePercent / 100)
  const total = toHundredths(paid) + 1n
  return quotePurchase(terms, total).purchase >= purchase ? total : total + 1n
}

function getRate({ rates }: Onramp, currency: string): number {
  const rate = currency === 'USD' ? 1 : Object.hasOwn(rates, currency) ? rates[currency] : undefined
  if (rate !== undefined) return rate
  throw new GatewayError('Nobody takes that currency here.', { status: 400, code: 'UNSUPPORTED_CURRENCY' })
}

function assertWithin(
  { limits }: Onramp,
  { total, currency }: { readonly total: bigint; readonly currency: string },
): void {
  const least = Math.min(...limits.map(({ min }) => Number(min)))
  const most = Math.max(...limits.map(({ max }) => Number(max)))
  const show = (amount: number): string => `${currency} ${amount.toFixed(2)}`
  if (total < parseUnits(String(least), 2))
    throw new GatewayError(`At least ${show(least)}.`, { status: 400, code: 'AMOUNT_TOO_LOW' })
  if (total > parseUnits(String(most), 2))
    throw new GatewayError(`At most ${show(most)}.`, { status: 400, code: 'AMOUNT_TOO_HIGH' })
}

function toScaled(value: number): bigint {
  const scaled = parseUnits(value.toFixed(precision), precision)
  if (scaled > 0n) return scaled
  throw new GatewayError('That has no price now.', { status: 503, code: 'NO_PRICE', retryAfter: 10 })
}

function toHundredths(value: number): bigint {
  return BigInt(Math.ceil(value * 100 - 1e-6))
}

type PlaceOrder = {
  readonly address: string
  /** Decimal text of money that is paid. */
  readonly fiat?: string | undefined
  /** Decimal text of what is bought, in whole units, where no money is said. */
  readonly crypto?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Milliseconds in which an order can be paid, at the price that it had. */
const orderLifetime = 900_000

/** An order at the price of now, and the page where it is paid. Throws 400 for what cannot be bought so. */
export function placeOrder(
  terms: PurchaseTerms,
  { address, fiat, crypto, now }: PlaceOrder,
): { readonly order: Order; readonly url: string } {
  const { asset, provider, currency } = terms
  const namespace = asset.caipNetworkId.startsWith('solana:') ? 'solana' : 'eip155'
  if (!isAddress(namespace, address) || (namespace === 'eip155' && !address.startsWith('0x')))
    throw new GatewayError('destinationWallets: That is no address of the network.', {
      status: 400,
      code: 'BAD_REQUEST',
    })
  const total = fiat === undefined ? priceOf(terms, toAtomic(crypto ?? '0', asset.decimals)) : parseUnits(fiat, 2)
  const { purchase } = quotePurchase(terms, total)
  const order: Order = {
    ...{ id: randomUUID(), network: asset.caipNetworkId, address },
    ...(asset.token !== undefined && { token: asset.token }),
    ...{ symbol: asset.symbol, decimals: asset.decimals },
    amount: String(fiat === undefined ? toAtomic(crypto ?? '0', asset.decimals) : purchase),
    payment: { amount: (Number(total) / 100).toFixed(2), currency },
    expires: now + orderLifetime,
  }
  if (provider.secret === undefined) return { order, url: provider.url }
  const url = new URL(provider.url)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/pay`
  url.searchParams.set('order', signOrder(order, provider.secret))
  return { order, url: url.href }
}

function toAtomic(text: string, decimals: number): bigint {
  const [, part = ''] = text.split('.')
  const amount = part.length > decimals ? 0n : parseUnits(text, decimals)
  if (amount > 0n) return amount
  throw new GatewayError('presetCryptoAmount: That is no amount of it.', { status: 400, code: 'BAD_REQUEST' })
}
