import { z } from 'zod'
import { type DeepReadonly, defineEndpoint } from './endpoint.js'
import { anyUrl, decimalField, decimalNumber, moneyField } from './fields.js'

/** By id, or as an object from the list of options. */
const currency = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .pipe(z.string().min(1).max(64))

const network = z.string().max(100).optional().describe('Name or CAIP-2 id')
const limits = z.object({ id: z.string(), min: decimalNumber, max: decimalNumber })

export const getOnrampOptions = defineEndpoint({
  method: 'GET',
  path: '/v1/onramp/options',
  summary: 'Currencies that can be bought and paid with, and the providers',
  response: z.object({
    purchaseCurrencies: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        symbol: z.string(),
        networks: z.array(
          z.object({
            name: z.string(),
            display_name: z.string(),
            chain_id: z.string(),
            contract_address: z.string().optional(),
          }),
        ),
      }),
    ),
    paymentCurrencies: z.array(z.object({ id: z.string(), payment_method_limits: z.array(limits) })),
    providers: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        feeRange: z.string(),
        iconUrl: anyUrl.optional(),
        publicKey: z.string().optional(),
      }),
    ),
  }),
  maxAge: 60,
})

export type OnrampOptions = DeepReadonly<z.output<typeof getOnrampOptions.response>>

const money = z.object({ amount: decimalNumber, currency: z.string() })

export const getOnrampQuote = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/quote',
  summary: 'What an amount of money buys, or what an amount to buy costs; one of the two is required',
  body: z
    .object({
      purchaseCurrency: currency,
      paymentCurrency: currency.default('USD'),
      amount: moneyField.optional().describe('To pay, in whole units'),
      purchaseAmount: decimalField.optional().describe('To buy, in whole units'),
      network,
      provider: z.string().optional(),
    })
    .refine((one) => (one.amount ?? one.purchaseAmount) !== undefined, { path: ['amount'], message: 'is missing' }),
  response: z.object({
    quoteId: z.string(),
    purchaseAmount: money,
    paymentTotal: money,
    paymentSubtotal: money,
    providerFee: money,
    networkFee: money,
  }),
})

export type OnrampQuote = DeepReadonly<z.output<typeof getOnrampQuote.response>>

const wallet = z.object({
  address: z.string().max(100),
  blockchains: z.array(z.string()).max(100).optional(),
  assets: z.array(z.string()).max(100).optional(),
})

export const createOnrampOrder = defineEndpoint({
  method: 'POST',
  path: '/v1/generators/onrampurl',
  summary: 'Creates an order and returns its payment page; one of the two amounts is required',
  query: z.object({
    projectId: z
      .string()
      .regex(/^[\w.-]{0,128}$/, 'is not a project id')
      .default(''),
  }),
  body: z
    .object({
      destinationWallets: z.array(wallet).min(1).max(20),
      defaultNetwork: network,
      provider: z.string().optional(),
      partnerUserId: z.string().max(200).optional(),
      presetFiatAmount: moneyField.optional(),
      presetCryptoAmount: decimalField.optional(),
      fiatCurrency: currency.default('USD'),
    })
    .refine((one) => (one.presetFiatAmount ?? one.presetCryptoAmount) !== undefined, {
      path: ['presetFiatAmount'],
      message: 'is missing',
    }),
  response: z.object({ url: anyUrl, orderId: z.string() }),
})

/** `paid` follows `created`; `funded` and `failed` are final. */
const orderStatus = z.enum(['created', 'paid', 'funded', 'failed'])

export type OrderStatus = DeepReadonly<z.output<typeof orderStatus>>

export const getOnrampOrder = defineEndpoint({
  method: 'GET',
  path: '/v1/onramp/orders/{id}',
  summary: 'The status of an order',
  response: z.object({ status: orderStatus, hash: z.string().optional().describe('Hash of the delivery') }),
})

const word = z.string().regex(/^[\w-]{1,100}$/)

export const reportOnrampEvent = defineEndpoint({
  method: 'POST',
  path: '/v1/onramp/webhooks/{provider}',
  summary: 'For providers: reports the status of an order, signed by headers',
  body: z.object({
    id: word.describe('The same for the same report, however often it is sent'),
    order: word,
    status: orderStatus.exclude(['created']),
    hash: word.optional().describe('Hash of the delivery'),
  }),
  response: z.object({}),
})

/** A provider's report about an order. */
export type OrderEvent = DeepReadonly<z.output<typeof reportOnrampEvent.body>>
