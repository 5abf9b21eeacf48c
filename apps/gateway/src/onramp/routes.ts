import { randomUUID } from 'node:crypto'
import { createQuotaCounters } from '@latchkey/server-kit/quotas'
import { formatUnits } from 'viem'
import {
  createOnrampOrder,
  getOnrampOptions,
  getOnrampOrder,
  getOnrampQuote,
  type OnrampOptions,
  type OnrampQuote,
  reportOnrampEvent,
} from '../api/onramp.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError, toGatewayError } from '../errors.js'
import { hashKey } from '../http/quotas.js'
import { createRoute, type Route } from '../http/route.js'
import { getPrice } from '../prices/prices.js'
import { findAsset, listAssets, type OnrampAsset } from './assets.js'
import { createOrderStore, type OrderStore } from './orders.js'
import { type PurchaseQuote, type PurchaseTerms, placeOrder, quotePurchase } from './purchase.js'
import { type Onramp, type OnrampProvider, type OnrampSettings, parseOnramp } from './settings.js'
import { assertEventSigned } from './signing.js'

/** Orders that a client may create per minute: anybody can, and unpaid ones are kept for long. */
const maxPerClient = 60

/** Purchases: options, quotes, orders with a link to the provider's page, and the provider's reports. [S7.17 – S7.19] */
export function createOnrampRoutes(context: GatewayContext, settings: OnrampSettings = {}): readonly Route[] {
  const onramp: Onramp = parseOnramp(settings)
  const assets = listAssets(context.chains)
  const getOrders = (): OrderStore => createOrderStore(requireDatabase(context))
  const counters = createQuotaCounters({ database: context.database, table: 'gateway_quotas', now: context.now })

  const readTerms = async (
    asset: OnrampAsset,
    choice: { readonly provider: string | undefined; readonly currency: string; readonly signal: AbortSignal },
  ): Promise<PurchaseTerms> => {
    const provider = findProvider(onramp, choice.provider)
    const { caipNetworkId, token } = asset
    const price = await getPrice(context, { caipNetworkId, token, signal: choice.signal })
    if (price !== undefined) return { onramp, provider, asset, price, currency: choice.currency }
    throw new GatewayError('No price is available right now.', { status: 503, code: 'NO_PRICE', retryAfter: 10 })
  }

  return [
    createRoute(getOnrampOptions, () => toOptionsResponse(onramp, assets)),
    createRoute(getOnrampQuote, async ({ body, signal }) => {
      const { purchaseCurrency, paymentCurrency, amount: fiat, purchaseAmount: crypto, network, provider } = body
      const asset = findAsset(assets, { currency: purchaseCurrency, network })
      const terms = await readTerms(asset, { provider, currency: paymentCurrency, signal })
      return toQuoteResponse(terms, quotePurchase(terms, { fiat, crypto }))
    }),
    createRoute(createOnrampOrder, async ({ query: { projectId }, body, client, signal }) => {
      const [wallet] = body.destinationWallets
      const network = body.defaultNetwork ?? wallet?.blockchains?.[0]
      const asset = findAsset(assets, { currency: wallet?.assets?.[0], network })
      const terms = await readTerms(asset, { provider: body.provider, currency: body.fiatCurrency, signal })
      const { presetFiatAmount: fiat, presetCryptoAmount: crypto } = body
      const { order, url } = placeOrder(terms, { address: wallet?.address ?? '', fiat, crypto, now: context.now() })
      const retryAfter = await counters.take(`orders:${hashKey(client)}`, maxPerClient)
      if (retryAfter > 0) {
        const options = { status: 429, code: 'TOO_MANY_ORDERS', retryAfter }
        throw new GatewayError('Too many orders in this minute.', options)
      }
      await getOrders().add(order, { provider: terms.provider.name, project: projectId, now: context.now() })
      return { url, orderId: order.id }
    }),
    createRoute(getOnrampOrder, async ({ path: { id = '' } }) => {
      const found = /^[\w-]{1,64}$/.test(id) ? await getOrders().find(id) : undefined
      if (found) return found
      throw new GatewayError('Unknown order.', { status: 404, code: 'NOT_FOUND' })
    }),
    createRoute(reportOnrampEvent, async ({ path: { provider = '' }, body, headers }) => {
      const { secret } = findProvider(onramp, provider)
      try {
        assertEventSigned(body, { headers, secret, now: context.now() })
      } catch (cause) {
        context.providers.fail('onramp', provider, toGatewayError(cause).code)
        throw cause
      }
      const isKnown = await context.providers.track('onramp', provider, () =>
        getOrders().report(body, { provider, now: context.now() }),
      )
      if (isKnown) return {}
      throw new GatewayError('Unknown order.', { status: 404, code: 'NOT_FOUND' })
    }),
  ]
}

function findProvider({ providers }: Onramp, name: string | undefined): OnrampProvider {
  const found = name === undefined ? providers[0] : providers.find((one) => one.name === name)
  if (found) return found
  throw new GatewayError('Unknown provider.', { status: 404, code: 'UNKNOWN_PROVIDER' })
}

/** Lists currencies and providers. A currency on several networks is listed once. [S7.18] */
function toOptionsResponse({ providers, rates, limits }: Onramp, assets: readonly OnrampAsset[]): OnrampOptions {
  const symbols = [...new Set(assets.map(({ symbol }) => symbol))]
  return {
    purchaseCurrencies: symbols.map((symbol) => {
      const own = assets.filter((asset) => asset.symbol === symbol)
      const networks = own.map(({ network, caipNetworkId, token }) => ({
        name: network,
        display_name: network,
        chain_id: caipNetworkId,
        ...(token !== undefined && { contract_address: token }),
      }))
      return { id: symbol, name: own[0]?.name ?? symbol, symbol, networks }
    }),
    paymentCurrencies: ['USD', ...Object.keys(rates).filter((id) => id !== 'USD')].map((id) => ({
      id,
      payment_method_limits: limits,
    })),
    // without secrets and our own fees
    providers: providers.map(({ name, label, feePercent, feeRange, iconUrl, publicKey }) => ({
      name,
      label,
      feeRange: feeRange ?? `${feePercent} %`,
      ...(iconUrl !== undefined && { iconUrl }),
      ...(publicKey !== undefined && { publicKey }),
    })),
  }
}

function toQuoteResponse({ asset, currency }: PurchaseTerms, quote: PurchaseQuote): OnrampQuote {
  const { total, providerFee, networkFee, purchase } = quote
  const money = (hundredths: bigint): OnrampQuote['paymentTotal'] => ({
    amount: (Number(hundredths) / 100).toFixed(2),
    currency,
  })
  return {
    quoteId: randomUUID(),
    purchaseAmount: { amount: formatUnits(purchase, asset.decimals), currency: asset.symbol },
    paymentTotal: money(total),
    paymentSubtotal: money(total - providerFee - networkFee),
    providerFee: money(providerFee),
    networkFee: money(networkFee),
  }
}
