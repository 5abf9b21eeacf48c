import { randomUUID } from 'node:crypto'
import { formatUnits, parseUnits } from 'viem'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { type Route, toJsonResponse } from '../http/route.js'
import { getPrice } from '../prices/prices.js'
import { findAsset, listAssets, type OnrampAsset } from './assets.js'
import { createOrderStore, type OrderStore } from './orders.js'
import { type PurchaseQuote, type PurchaseTerms, placeOrder, quotePurchase } from './purchase.js'
import { parseOrderRequest, parseProjectId, parseQuoteRequest } from './requests.js'
import { type Onramp, type OnrampProvider, type OnrampSettings, parseOnramp } from './settings.js'
import { parseEvent } from './signing.js'

/** Buying: what there is, what it costs, an order with a link to the provider's page, and the provider's reports. [S7.17 – S7.19] */
export function createOnrampRoutes(context: GatewayContext, settings: OnrampSettings = {}): readonly Route[] {
  const onramp: Onramp = parseOnramp(settings)
  const assets = listAssets(context.chains)
  const getOrders = (): OrderStore => createOrderStore(requireDatabase(context))

  const readTerms = async (
    asset: OnrampAsset,
    choice: { readonly provider: string | undefined; readonly currency: string; readonly signal: AbortSignal },
  ): Promise<PurchaseTerms> => {
    const provider = findProvider(onramp, choice.provider)
    const { caipNetworkId, token } = asset
    const price = await getPrice(context, { caipNetworkId, token, signal: choice.signal })
    if (price !== undefined) return { onramp, provider, asset, price, currency: choice.currency }
    throw new GatewayError('That has no price now.', { status: 503, code: 'NO_PRICE', retryAfter: 10 })
  }

  return [
    {
      method: 'GET',
      path: '/v1/onramp/options',
      answer: () => toJsonResponse(toOptionsResponse(onramp, assets), { maxAge: 60 }),
    },
    {
      method: 'POST',
      path: '/v1/onramp/quote',
      answer: async ({ body, signal }) => {
        const { purchaseCurrency, paymentCurrency, amount, network, provider } = parseQuoteRequest(body)
        const asset = findAsset(assets, { currency: purchaseCurrency, network })
        const terms = await readTerms(asset, { provider, currency: paymentCurrency, signal })
        return toJsonResponse(toQuoteResponse(terms, quotePurchase(terms, parseUnits(amount, 2))))
      },
    },
    {
      method: 'POST',
      path: '/v1/generators/onrampurl',
      answer: async ({ query, body, signal }) => {
        const question = parseOrderRequest(body)
        const [wallet] = question.destinationWallets
        const network = question.defaultNetwork ?? wallet?.blockchains?.[0]
        const asset = findAsset(assets, { currency: wallet?.assets?.[0], network })
        const choice = { provider: question.provider, currency: question.fiatCurrency, signal }
        const terms = await readTerms(asset, choice)
        const { presetFiatAmount: fiat, presetCryptoAmount: crypto } = question
        const { order, url } = placeOrder(terms, { address: wallet?.address ?? '', fiat, crypto, now: context.now() })
        const from = { provider: terms.provider.name, project: parseProjectId(query), now: context.now() }
        await getOrders().add(order, from)
        return toJsonResponse({ url, orderId: order.id })
      },
    },
    {
      method: 'GET',
      path: '/v1/onramp/orders/{id}',
      answer: async ({ path: { id = '' } }) => {
        const found = /^[\w-]{1,64}$/.test(id) ? await getOrders().find(id) : undefined
        if (found) return toJsonResponse(found)
        throw new GatewayError('There is no such order.', { status: 404, code: 'NOT_FOUND' })
      },
    },
    {
      method: 'POST',
      path: '/v1/onramp/webhooks/{provider}',
      answer: async ({ path: { provider = '' }, body, headers }) => {
        const { secret } = findProvider(onramp, provider)
        const event = parseEvent(body, { headers, secret, now: context.now() })
        if (await getOrders().report(event, { provider, now: context.now() })) return toJsonResponse({})
        throw new GatewayError('There is no such order.', { status: 404, code: 'NOT_FOUND' })
      },
    },
  ]
}

function findProvider({ providers }: Onramp, name: string | undefined): OnrampProvider {
  const found = name === undefined ? providers[0] : providers.find((one) => one.name === name)
  if (found) return found
  throw new GatewayError('Nobody of that name sells here.', { status: 404, code: 'UNKNOWN_PROVIDER' })
}

/** What can be bought, what with, and at whom. A currency that is on several networks is one. [S7.18] */
function toOptionsResponse({ providers, rates, limits }: Onramp, assets: readonly OnrampAsset[]): unknown {
  const symbols = [...new Set(assets.map(({ symbol }) => symbol))]
  return {
    purchaseCurrencies: symbols.map((symbol) => {
      const own = assets.filter((asset) => asset.symbol === symbol)
      const networks = own.map(({ network, caipNetworkId, token }) => ({
        ...{ name: network, display_name: network, chain_id: caipNetworkId },
        ...(token !== undefined && { contract_address: token }),
      }))
      return { id: symbol, name: own[0]?.name ?? symbol, symbol, networks }
    }),
    paymentCurrencies: ['USD', ...Object.keys(rates).filter((id) => id !== 'USD')].map((id) => ({
      id,
      payment_method_limits: limits,
    })),
    // neither secrets nor what they cost us
    providers: providers.map(({ name, label, feePercent, feeRange, iconUrl, publicKey }) => ({
      ...{ name, label, feeRange: feeRange ?? `${feePercent} %` },
      ...(iconUrl !== undefined && { iconUrl }),
      ...(publicKey !== undefined && { publicKey }),
    })),
  }
}

/** A quote as it is told: decimal texts, and what they are of. */
function toQuoteResponse({ asset, currency }: PurchaseTerms, quote: PurchaseQuote): unknown {
  const { total, providerFee, networkFee, purchase } = quote
  const money = (hundredths: bigint): object => ({ amount: (Number(hundredths) / 100).toFixed(2), currency })
  return {
    quoteId: randomUUID(),
    purchaseAmount: { amount: formatUnits(purchase, asset.decimals), currency: asset.symbol },
    paymentTotal: money(total),
    paymentSubtotal: money(total - providerFee - networkFee),
    providerFee: money(providerFee),
    networkFee: money(networkFee),
  }
}
