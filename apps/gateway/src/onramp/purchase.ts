import { randomUUID } from 'node:crypto'
import { parseUnits } from 'viem'
import { parseAddress } from '../chains/address.js'
import { GatewayError } from '../errors.js'
import type { OnrampAsset } from './assets.js'
import type { Order } from './orders.js'
import type { Onramp, OnrampProvider } from './settings.js'
import { signOrder } from './signing.js'

export type PurchaseTerms = {
  readonly onramp: Onramp
  readonly provider: OnrampProvider
  readonly asset: OnrampAsset
  /** US dollars per whole unit. */
  readonly price: number
  /** The payment currency: `USD` or one of the rates. */
  readonly currency: string
}

/** Money in hundredths; `purchase` in atomic units. */
export type PurchaseQuote = {
  readonly total: bigint
  readonly providerFee: bigint
  readonly networkFee: bigint
  readonly purchase: bigint
}

/** Decimals of prices and rates in calculations: enough for tokens of which a dollar buys trillions. */
const precision = 36

/** One of the two, as a decimal number in whole units; `fiat` has precedence. */
type PurchaseAmount = {
  /** The payment. */
  readonly fiat?: string | undefined
  /** The purchase. */
  readonly crypto?: string | undefined
}

/** Calculates the crypto amount of a payment after fees, or the price of a purchase. Throws 400 outside the limits. */
export function quotePurchase(terms: PurchaseTerms, { fiat, crypto = '0' }: PurchaseAmount): PurchaseQuote {
  if (fiat !== undefined) return quotePayment(terms, parseUnits(fiat, 2))
  const purchase = toAtomic(crypto, terms.asset)
  return { ...quotePayment(terms, priceOf(terms, purchase)), purchase }
}

/** `total` is in hundredths. */
function quotePayment(terms: PurchaseTerms, total: bigint): PurchaseQuote {
  const { onramp, provider, asset, price, currency } = terms
  const rate = getRate(onramp, currency)
  assertWithin(onramp, { total, currency })
  const providerFee = toHundredths((Number(total) * provider.feePercent) / 10_000)
  const networkFee = toHundredths(provider.networkFee / rate)
  const rest = total - providerFee - networkFee
  const [scaledRate, scaledPrice] = [toScaled(rate), toScaled(price)]
  // rounded down in favor of the provider
  const purchase = rest <= 0n ? 0n : (rest * scaledRate * 10n ** BigInt(asset.decimals)) / (100n * scaledPrice)
  if (purchase > 0n) return { total, providerFee, networkFee, purchase }
  throw new GatewayError('The amount does not cover the fees.', { status: 400, code: 'AMOUNT_TOO_LOW' })
}

/** Calculates the least amount of money that buys `purchase` atomic units. */
function priceOf(terms: PurchaseTerms, purchase: bigint): bigint {
  const { onramp, provider, asset, price, currency } = terms
  const value = (Number(purchase) / 10 ** asset.decimals) * price
  const paid = (value + provider.networkFee) / getRate(onramp, currency) / (1 - provider.feePercent / 100)
  const total = toHundredths(paid) + 1n
  return quotePayment(terms, total).purchase >= purchase ? total : total + 1n
}

function getRate({ rates }: Onramp, currency: string): number {
  const rate = currency === 'USD' ? 1 : Object.hasOwn(rates, currency) ? rates[currency] : undefined
  if (rate !== undefined) return rate
  throw new GatewayError('Unsupported payment currency.', { status: 400, code: 'UNSUPPORTED_CURRENCY' })
}

function assertWithin(
  { limits }: Onramp,
  { total, currency }: { readonly total: bigint; readonly currency: string },
): void {
  const min = Math.min(...limits.map(({ min }) => Number(min)))
  const max = Math.max(...limits.map(({ max }) => Number(max)))
  const show = (amount: number): string => `${currency} ${amount.toFixed(2)}`
  if (total < parseUnits(String(min), 2))
    throw new GatewayError(`The minimum is ${show(min)}.`, { status: 400, code: 'AMOUNT_TOO_LOW' })
  if (total > parseUnits(String(max), 2))
    throw new GatewayError(`The maximum is ${show(max)}.`, { status: 400, code: 'AMOUNT_TOO_HIGH' })
}

function toScaled(value: number): bigint {
  const scaled = parseUnits(value.toFixed(precision), precision)
  if (scaled > 0n) return scaled
  throw new GatewayError('No price is available right now.', { status: 503, code: 'NO_PRICE', retryAfter: 10 })
}

function toHundredths(value: number): bigint {
  return BigInt(Math.ceil(value * 100 - 1e-6))
}

type PlaceOrder = PurchaseAmount & {
  readonly address: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Milliseconds for which an order can be paid at its price. */
const orderLifetime = 900_000

/** Creates an order at the current price and its payment page. Throws 400 for an invalid purchase. */
export function placeOrder(
  terms: PurchaseTerms,
  { address, fiat, crypto, now }: PlaceOrder,
): { readonly order: Order; readonly url: string } {
  const { asset, provider, currency } = terms
  const namespace = asset.caipNetworkId.startsWith('solana:') ? 'solana' : 'eip155'
  if (parseAddress(address) !== namespace)
    throw new GatewayError('destinationWallets: the address is not valid on this network.', {
      status: 400,
      code: 'BAD_REQUEST',
    })
  const { total, purchase } = quotePurchase(terms, { fiat, crypto })
  const order: Order = {
    id: randomUUID(),
    network: asset.caipNetworkId,
    address,
    ...(asset.token !== undefined && { token: asset.token }),
    symbol: asset.symbol,
    decimals: asset.decimals,
    amount: String(purchase),
    payment: { amount: (Number(total) / 100).toFixed(2), currency },
    expires: now + orderLifetime,
  }
  if (provider.secret === undefined) return { order, url: provider.url }
  const url = new URL(provider.url)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/pay`
  url.searchParams.set('order', signOrder(order, provider.secret))
  return { order, url: url.href }
}

function toAtomic(text: string, { decimals, symbol }: OnrampAsset): bigint {
  const [, part = ''] = text.split('.')
  if (part.length > decimals)
    throw new GatewayError(`${symbol} has at most ${decimals} decimals.`, { status: 400, code: 'BAD_REQUEST' })
  const amount = parseUnits(text, decimals)
  if (amount > 0n) return amount
  throw new GatewayError('The amount must be above 0.', { status: 400, code: 'BAD_REQUEST' })
}
