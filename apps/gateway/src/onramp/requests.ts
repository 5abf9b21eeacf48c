import { z } from 'zod'
import { parseInput } from '../http/route.js'

/** By id, or as it was listed. */
const currency = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .pipe(z.string().min(1).max(64))

/** Digits before and behind the point, no exponent, no sign. */
const decimal = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,30}(\.\d{1,36})?$/, 'is no decimal number'))

const money = decimal.pipe(z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'is no amount of money'))

const network = z.string().max(100).optional()

const quote = z.object({
  purchaseCurrency: currency,
  paymentCurrency: currency.default('USD'),
  amount: money,
  network,
  provider: z.string().optional(),
})

const wallet = z.object({
  address: z.string().max(100),
  blockchains: z.array(z.string()).max(100).optional(),
  assets: z.array(z.string()).max(100).optional(),
})

const order = z
  .object({
    destinationWallets: z.array(wallet).min(1).max(20),
    defaultNetwork: network,
    provider: z.string().optional(),
    partnerUserId: z.string().max(200).optional(),
    presetFiatAmount: money.optional(),
    presetCryptoAmount: decimal.optional(),
    fiatCurrency: currency.default('USD'),
  })
  .refine((one) => (one.presetFiatAmount ?? one.presetCryptoAmount) !== undefined, {
    path: ['presetFiatAmount'],
    message: 'is missing',
  })

/** What an amount of money would buy. Decimal texts. */
type QuoteRequest = {
  readonly purchaseCurrency: string
  readonly paymentCurrency: string
  readonly amount: string
  readonly network?: string | undefined
  readonly provider?: string | undefined
}

/** What is to be bought, and who gets it; one of the two amounts is there. */
type OrderRequest = {
  readonly destinationWallets: readonly {
    readonly address: string
    readonly blockchains?: readonly string[] | undefined
    readonly assets?: readonly string[] | undefined
  }[]
  readonly defaultNetwork?: string | undefined
  readonly provider?: string | undefined
  readonly presetFiatAmount?: string | undefined
  readonly presetCryptoAmount?: string | undefined
  readonly fiatCurrency: string
}

const orderQuery = z.object({
  projectId: z
    .string()
    .regex(/^[\w.-]{0,128}$/, 'is no id of a project')
    .default(''),
})

/** Who asks, by the query; empty where it does not tell. Throws 400. */
export const parseProjectId = (query: URLSearchParams): string =>
  parseInput(orderQuery, Object.fromEntries(query)).projectId

/** Throws 400. */
export const parseQuoteRequest = (value: unknown): QuoteRequest => parseInput(quote, value)

export const parseOrderRequest = (value: unknown): OrderRequest => parseInput(order, value)
