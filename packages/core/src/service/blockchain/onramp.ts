import type { Modal } from '../../modal/modal.js'
import { isGreater } from '../../utils/amounts.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './client.js'
import { decimal, imageUrl, optional, type Parse, required, rowsOf, text } from './fields.js'
import type {
  MoneyAmount,
  OnRampNetwork,
  OnRampOptions,
  OnRampProvider,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
} from './types.js'

/** One of the two amounts is required. */
type FetchOnRampQuoteRequest = {
  readonly purchaseCurrency: string
  readonly paymentCurrency: string
  /** Decimal string in the payment currency. */
  readonly amount?: string | undefined
  /** Decimal string in the purchased currency. */
  readonly purchaseAmount?: string | undefined
  readonly network: string
  /** Name of the provider. Default: chosen by the service. */
  readonly provider?: string | undefined
  readonly signal: AbortSignal
}

type CreateOnRampUrlRequest = {
  readonly destinationWallets: readonly {
    readonly address: string
    readonly blockchains: readonly string[]
    readonly assets: readonly string[]
  }[]
  readonly defaultNetwork: CaipNetworkId | string
  /** Name of the provider. Default: chosen by the service. */
  readonly provider?: string | undefined
  /** Identifies the purchase to the provider. */
  readonly partnerUserId: string
  readonly presetCryptoAmount?: number | undefined
  readonly presetFiatAmount?: number | undefined
  /** Currency of the fiat amount, e.g. `EUR`. Default: US dollars. */
  readonly fiatCurrency?: string | undefined
  readonly signal: AbortSignal
}

/** Fetches the currencies, payment methods and providers of purchases: `GET /v1/onramp/options` [S7.18]. */
export async function fetchOnRampOptions(
  modal: Modal,
  { signal }: { readonly signal: AbortSignal },
): Promise<OnRampOptions> {
  const reply = await callBlockchain(modal, { path: '/v1/onramp/options', signal })
  return {
    purchaseCurrencies: required(reply, 'purchaseCurrencies', rowsOf(toPurchaseCurrency)),
    paymentCurrencies: required(reply, 'paymentCurrencies', rowsOf(toPaymentCurrency)),
    providers: optional(
      reply,
      'providers',
      rowsOf((row) => toProvider(modal, row)),
    ),
  }
}

/**
 * Fetches a quote: `POST /v1/onramp/quote` [S7.19]. No amount in it is negative. Throws `INVALID_REPLY` if it is for less
 * than the requested purchase, or doesn't say what that costs.
 */
export async function fetchOnRampQuote(
  modal: Modal,
  { signal, ...body }: FetchOnRampQuoteRequest,
): Promise<OnRampQuote> {
  const { purchaseAmount: requested } = body
  const reply = await callBlockchain(modal, { path: '/v1/onramp/quote', body, signal })
  const toPurchase: Parse<MoneyAmount> = (value) => {
    const purchase = money(value)
    return purchase && requested !== undefined && isGreater(requested, purchase.amount) ? null : purchase
  }
  return {
    purchaseAmount: required(reply, 'purchaseAmount', toPurchase),
    paymentTotal: (requested === undefined ? optional : required)(reply, 'paymentTotal', money),
    paymentSubtotal: optional(reply, 'paymentSubtotal', money),
    networkFee: optional(reply, 'networkFee', money),
    coinbaseFee: optional(reply, 'coinbaseFee', money),
    providerFee: optional(reply, 'providerFee', money),
    quoteId: optional(reply, 'quoteId', text),
  }
}

/**
 * Creates the URL at which a purchase continues: `POST /v1/generators/onrampurl` [S7.17]. Throws `INVALID_REPLY` for
 * URLs that can't be opened safely.
 */
export async function createOnRampUrl(
  modal: Modal,
  { signal, ...request }: CreateOnRampUrlRequest,
): Promise<{ readonly url: string }> {
  const body = { ...request, defaultExperience: 'buy' }
  const reply = await callBlockchain(modal, { path: '/v1/generators/onrampurl', body, signal })
  return { url: required(reply, 'url', page) }
}

function toPurchaseCurrency(row: unknown): PurchaseCurrency {
  const symbol = required(row, 'symbol', text)
  return {
    id: required(row, 'id', text),
    name: optional(row, 'name', text) ?? symbol,
    symbol,
    networks: optional(row, 'networks', rowsOf(toNetwork)) ?? [],
  }
}

function toNetwork(row: unknown): OnRampNetwork {
  return {
    name: required(row, 'name', text),
    display_name: optional(row, 'display_name', text),
    chain_id: optional(row, 'chain_id', text),
    contract_address: optional(row, 'contract_address', text),
  }
}

function toPaymentCurrency(row: unknown): PaymentCurrency {
  const toLimit = (limit: unknown): PaymentCurrency['payment_method_limits'][number] => ({
    id: required(limit, 'id', text),
    min: required(limit, 'min', decimal),
    max: required(limit, 'max', decimal),
  })
  return {
    id: required(row, 'id', text),
    payment_method_limits: optional(row, 'payment_method_limits', rowsOf(toLimit)) ?? [],
  }
}

function toProvider(modal: Modal, row: unknown): OnRampProvider {
  const name = required(row, 'name', text)
  return {
    name,
    label: optional(row, 'label', text) ?? name,
    feeRange: optional(row, 'feeRange', text),
    iconUrl: optional(row, 'iconUrl', imageUrl(modal)),
    publicKey: optional(row, 'publicKey', text),
  }
}

const money: Parse<MoneyAmount> = (value) => {
  const amount = optional(value, 'amount', decimal)
  return amount === undefined ? null : { amount, currency: optional(value, 'currency', text) ?? '' }
}

/** An https URL, or an http URL of this machine. */
const page: Parse<string> = (value) => {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const { protocol, hostname } = new URL(value)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? value : null
}
