import { randomUUID } from 'node:crypto'
import { isAddress } from '@latchkey/core/plugin'
import { parseUnits } from 'viem'
import { GatewayFault } from '../http/GatewayFault.js'
import type { Order } from './orders.js'
import { type PurchaseTerms, priceOf, quotePurchase } from './quotePurchase.js'
import { sealOrder } from './sealOrder.js'

export type PlaceOrder = {
  readonly address: string
  /** Decimal text of money that is paid. */
  readonly fiat?: string | undefined
  /** Decimal text of what is bought, in whole units, where no money is said. */
  readonly crypto?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Milliseconds in which an order can be paid, at the price that it had. */
const validity = 900_000

/** An order at the price of now, and the page where it is paid. Throws 400 for what cannot be bought so. */
export function placeOrder(
  terms: PurchaseTerms,
  { address, fiat, crypto, now }: PlaceOrder,
): { readonly order: Order; readonly url: string } {
  const { asset, provider, currency } = terms
  const namespace = asset.caipNetworkId.startsWith('solana:') ? 'solana' : 'eip155'
  if (!isAddress(namespace, address) || (namespace === 'eip155' && !address.startsWith('0x')))
    throw new GatewayFault('destinationWallets: That is no address of the network.', {
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
    expires: now + validity,
  }
  if (provider.secret === undefined) return { order, url: provider.url }
  const url = new URL(provider.url)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/pay`
  url.searchParams.set('order', sealOrder(order, provider.secret))
  return { order, url: url.href }
}

function toAtomic(text: string, decimals: number): bigint {
  const [, part = ''] = text.split('.')
  const amount = part.length > decimals ? 0n : parseUnits(text, decimals)
  if (amount > 0n) return amount
  throw new GatewayFault('presetCryptoAmount: That is no amount of it.', { status: 400, code: 'BAD_REQUEST' })
}
