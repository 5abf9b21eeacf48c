import { parseUnits } from 'viem'
import type { GatewayContext } from '../context.js'
import { needDatabase } from '../database/needDatabase.js'
import { toJsonAnswer } from '../http/answer.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { Route } from '../http/route.js'
import { getPrice } from '../prices/getPrice.js'
import { createOrderStore, type OrderStore } from './createOrderStore.js'
import { findAsset } from './findAsset.js'
import { listAssets, type OnrampAsset } from './listAssets.js'
import { parseEvent } from './parseEvent.js'
import { type Onramp, type OnrampProvider, type OnrampSettings, parseOnramp } from './parseOnramp.js'
import { parseOrderQuestion, parseProjectId, parseQuoteQuestion } from './parsePurchase.js'
import { placeOrder } from './placeOrder.js'
import { type PurchaseTerms, quotePurchase } from './quotePurchase.js'
import { toOptionsReply } from './toOptionsReply.js'
import { toQuoteReply } from './toQuoteReply.js'

/** Buying: what there is, what it costs, an order with a link to the provider's page, and the provider's reports. [S7.17 – S7.19] */
export function createOnrampRoutes(context: GatewayContext, settings: OnrampSettings = {}): readonly Route[] {
  const onramp: Onramp = parseOnramp(settings)
  const assets = listAssets(context.chains)
  const getOrders = (): OrderStore => createOrderStore(needDatabase(context))

  const readTerms = async (
    asset: OnrampAsset,
    choice: { readonly provider: string | undefined; readonly currency: string; readonly signal: AbortSignal },
  ): Promise<PurchaseTerms> => {
    const provider = findProvider(onramp, choice.provider)
    const { caipNetworkId, token } = asset
    const price = await getPrice(context, { caipNetworkId, token, signal: choice.signal })
    if (price !== undefined) return { onramp, provider, asset, price, currency: choice.currency }
    throw new GatewayFault('That has no price now.', { status: 503, code: 'NO_PRICE', retryAfter: 10 })
  }

  return [
    {
      method: 'GET',
      path: '/v1/onramp/options',
      answer: () => toJsonAnswer(toOptionsReply(onramp, assets), { maxAge: 60 }),
    },
    {
      method: 'POST',
      path: '/v1/onramp/quote',
      answer: async ({ body, signal }) => {
        const { purchaseCurrency, paymentCurrency, amount, network, provider } = parseQuoteQuestion(body)
        const asset = findAsset(assets, { currency: purchaseCurrency, network })
        const terms = await readTerms(asset, { provider, currency: paymentCurrency, signal })
        return toJsonAnswer(toQuoteReply(terms, quotePurchase(terms, parseUnits(amount, 2))))
      },
    },
    {
      method: 'POST',
      path: '/v1/generators/onrampurl',
      answer: async ({ query, body, signal }) => {
        const question = parseOrderQuestion(body)
        const [wallet] = question.destinationWallets
        const network = question.defaultNetwork ?? wallet?.blockchains?.[0]
        const asset = findAsset(assets, { currency: wallet?.assets?.[0], network })
        const choice = { provider: question.provider, currency: question.fiatCurrency, signal }
        const terms = await readTerms(asset, choice)
        const { presetFiatAmount: fiat, presetCryptoAmount: crypto } = question
        const { order, url } = placeOrder(terms, { address: wallet?.address ?? '', fiat, crypto, now: context.now() })
        const from = { provider: terms.provider.name, project: parseProjectId(query), now: context.now() }
        await getOrders().add(order, from)
        return toJsonAnswer({ url, orderId: order.id })
      },
    },
    {
      method: 'GET',
      path: '/v1/onramp/orders/{id}',
      answer: async ({ path: { id = '' } }) => {
        const found = /^[\w-]{1,64}$/.test(id) ? await getOrders().find(id) : undefined
        if (found) return toJsonAnswer(found)
        throw new GatewayFault('There is no such order.', { status: 404, code: 'NOT_FOUND' })
      },
    },
    {
      method: 'POST',
      path: '/v1/onramp/webhooks/{provider}',
      answer: async ({ path: { provider = '' }, body, headers }) => {
        const { secret } = findProvider(onramp, provider)
        const event = parseEvent(body, { headers, secret, now: context.now() })
        if (await getOrders().report(event, { provider, now: context.now() })) return toJsonAnswer({})
        throw new GatewayFault('There is no such order.', { status: 404, code: 'NOT_FOUND' })
      },
    },
  ]
}

function findProvider({ providers }: Onramp, name: string | undefined): OnrampProvider {
  const found = name === undefined ? providers[0] : providers.find((one) => one.name === name)
  if (found) return found
  throw new GatewayFault('Nobody of that name sells here.', { status: 404, code: 'UNKNOWN_PROVIDER' })
}
