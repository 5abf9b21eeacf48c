import type { Network } from '../../contracts/network.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { ModalState } from '../../modal/modal.js'
import { getNetwork } from '../../modal/namespaces.js'
import type { OnRampNetwork, PurchaseCurrency } from '../../service/blockchain/types.js'
import { isGreater, parseAmount, toDecimal } from '../../utils/amounts.js'
import type { Namespace } from '../../utils/caip.js'
import { isAccountOn } from '../account/account.js'
import type { OnRampState } from './state.js'

/** Whether the choice is complete and has a quote. Samples cannot be bought. [S8.56] */
export function canBuy(state: OnRampState | undefined): boolean {
  if (state?.step !== 'choosing' || state.isSample || state.quotesLoading) return false
  return Boolean(state.quote && state.selectedProvider && !getPaymentMethods(state).error)
}

/** Whether currencies can be bought for accounts of a namespace. [S6.8] */
export function isOnRampNamespace(namespace: Namespace | undefined): boolean {
  return namespace === 'eip155' || namespace === 'solana'
}

type PurchaseNetwork = { readonly network: Network; readonly offer: OnRampNetwork }

/**
 * Returns the network on which a currency would be delivered: the wallet's current network, or else the first
 * configured one of the active namespace that the currency is available on, and that the account exists on.
 */
export function getPurchaseNetwork(state: ModalState, currency: PurchaseCurrency): PurchaseNetwork | undefined {
  const { activeNamespace: namespace, networks } = state
  const current = getNetwork(state, namespace)
  const candidates = networks.filter((network) => network.chainNamespace === namespace && isAccountOn(state, network))
  for (const network of current ? [current, ...candidates] : candidates) {
    const offer = currency.networks.find((candidate) => isSameNetwork(candidate, network))
    if (offer) return { network, offer }
  }
  return undefined
}

/** Why an amount is not accepted. */
export type PaymentError = 'empty' | 'invalid' | 'tooSmall' | 'tooLarge'

/** The result of checking an amount. */
export type PaymentCheck = {
  readonly error?: PaymentError | undefined
  /** Ids of the payment methods that accept the amount. */
  readonly methods: readonly string[]
  /** Limits over all payment methods, as decimal strings; undefined if the currency has none. */
  readonly min?: string | undefined
  readonly max?: string | undefined
}

type Amounts = Pick<OnRampState, 'enteredAmount' | 'paymentAmount' | 'purchaseAmount'>

/**
 * Checks the amount against the limits of each payment method of the chosen currency. An amount to receive is checked
 * once a quote says what it costs. [S3.12] [S9.4]
 */
export function getPaymentMethods(state: Amounts & Pick<OnRampState, 'paymentCurrency'>): PaymentCheck {
  const { enteredAmount, paymentAmount, purchaseAmount, paymentCurrency } = state
  const limits = paymentCurrency.payment_method_limits
  const [first, ...others] = limits
  const range = {
    min: others.reduce(
      (lowest, { min }) => (lowest !== undefined && isGreater(lowest, min) ? min : lowest),
      first?.min,
    ),
    max: others.reduce(
      (highest, { max }) => (highest !== undefined && isGreater(max, highest) ? max : highest),
      first?.max,
    ),
  }
  const isPayment = enteredAmount === 'payment'
  if (!(isPayment ? paymentAmount : purchaseAmount)?.trim()) return { ...range, error: 'empty', methods: [] }
  const entered = getEnteredAmount(state)
  if (entered === null) return { ...range, error: 'invalid', methods: [] }
  const amount = isPayment ? entered : paymentAmount
  if (amount === undefined) return { ...range, methods: [] }
  const methods = limits
    .filter(({ min, max }) => !isGreater(min, amount) && !isGreater(amount, max))
    .map(({ id }) => id)
  if (methods.length > 0 || limits.length === 0) return { ...range, methods }
  return { ...range, error: limits.every(({ min }) => isGreater(min, amount)) ? 'tooSmall' : 'tooLarge', methods }
}

/** Maximum decimals of each amount. Services refuse those that the purchased currency doesn't have. */
const amountDecimals = { payment: 2, purchase: 8 } as const

/** Returns the amount that the user has entered as a positive decimal string; null if it is missing or invalid. [I34] */
export function getEnteredAmount({ enteredAmount, paymentAmount, purchaseAmount }: Amounts): string | null {
  const decimals = amountDecimals[enteredAmount]
  const text = enteredAmount === 'payment' ? paymentAmount : purchaseAmount
  const amount = parseAmount(text?.trim() ?? '', decimals)
  if (!amount) return null
  const decimal = toDecimal(amount, decimals)
  // orders have it as a number, which must not change it
  return String(Number(decimal)) === decimal ? decimal : null
}

/** Errors that are refusals of the service, not outages. */
const refusalCodes: readonly ErrorCode[] = ['ABORTED', 'HTTP_STATUS', 'RATE_LIMITED', 'SERVICE_NOT_CONFIGURED']

/** Whether samples are shown for an error: no connection, 5xx, or an invalid response. [S8.56] */
export function isOutage({ code }: { readonly code: ErrorCode }): boolean {
  return !refusalCodes.includes(code)
}

/** `chain_id` is a CAIP-2 id, or only its reference. */
function isSameNetwork({ chain_id: id }: OnRampNetwork, { caipNetworkId }: Network): boolean {
  return id !== undefined && id !== '' && (id === caipNetworkId || id === caipNetworkId.split(':')[1])
}
