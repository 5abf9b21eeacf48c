import type { Network } from '../../contracts/network.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { ModalState } from '../../modal/modal.js'
import { getNetwork } from '../../modal/namespaces.js'
import type { OnRampNetwork, PurchaseCurrency } from '../../service/blockchain/types.js'
import { parseAmount, toDecimal } from '../../utils/amounts.js'
import type { Namespace } from '../../utils/caip.js'
import { isMore, type OnRampState } from './state.js'

/** Whether all is chosen, and somebody has made an offer for just that. What is a sample cannot be bought. [S8.56] */
export function canBuy(state: OnRampState | undefined): boolean {
  if (state?.step !== 'choosing' || state.isSample || state.quotesLoading) return false
  return Boolean(state.quote && state.selectedProvider && !getPaymentMethods(state).fault)
}

/** Chain families into which one can buy. [S6.8] */
export function isOnRampNamespace(namespace: Namespace | undefined): boolean {
  return namespace === 'eip155' || namespace === 'solana'
}

export type PurchaseNetwork = { readonly network: Network; readonly offer: OnRampNetwork }

/**
 * Where a currency would be delivered: on the network that the wallet is on, else on the first of the modal's in the same chain
 * family that the currency is on. Undefined where there is none.
 */
export function getPurchaseNetwork(state: ModalState, currency: PurchaseCurrency): PurchaseNetwork | undefined {
  const { activeNamespace: namespace, networks } = state
  const current = getNetwork(state, namespace)
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  for (const network of current ? [current, ...own] : own) {
    const offer = currency.networks.find((candidate) => isOn(candidate, network))
    if (offer) return { network, offer }
  }
  return undefined
}

/** `chain_id` is a CAIP-2 id, or its reference alone. */
function isOn({ chain_id: id }: OnRampNetwork, { caipNetworkId }: Network): boolean {
  return id !== undefined && id !== '' && (id === caipNetworkId || id === caipNetworkId.split(':')[1])
}

/** Why an amount cannot be paid. */
export type PaymentFault = 'empty' | 'invalid' | 'tooSmall' | 'tooLarge'

export type PaymentCheck = {
  readonly fault?: PaymentFault | undefined
  /** Ids of the ways to pay just this amount. */
  readonly methods: readonly string[]
  /** Over all ways to pay, decimal texts; undefined where the currency names none. */
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** Whether the amount can be paid in the chosen currency, and how: each way has limits of its own. [S3.12] [S9.4] */
export function getPaymentMethods({
  paymentAmount,
  paymentCurrency,
}: Pick<OnRampState, 'paymentAmount' | 'paymentCurrency'>): PaymentCheck {
  const limits = paymentCurrency.payment_method_limits
  const [first, ...others] = limits
  const range = {
    min: others.reduce((least, { min }) => (least !== undefined && isMore(least, min) ? min : least), first?.min),
    max: others.reduce((most, { max }) => (most !== undefined && isMore(max, most) ? max : most), first?.max),
  }
  if (!paymentAmount?.trim()) return { ...range, fault: 'empty', methods: [] }
  const amount = toPaymentAmount(paymentAmount)
  if (amount === null) return { ...range, fault: 'invalid', methods: [] }
  const methods = limits.filter(({ min, max }) => !isMore(min, amount) && !isMore(amount, max)).map(({ id }) => id)
  if (methods.length > 0 || limits.length === 0) return { ...range, methods }
  return { ...range, fault: limits.every(({ min }) => isMore(min, amount)) ? 'tooSmall' : 'tooLarge', methods }
}

/** Decimals in which money is paid. */
const cents = 2

/** What the visitor typed as a decimal text with two decimals at most, more than nothing; null for all else. [I34] */
export function toPaymentAmount(text: string | undefined): string | null {
  const amount = parseAmount(text?.trim() ?? '', cents)
  return amount ? toDecimal(amount, cents) : null
}

/** Faults of a service that has said no, as opposed to one that cannot be reached or makes no sense. */
const refusals: readonly ErrorCode[] = ['ABORTED', 'HTTP_STATUS', 'RATE_LIMITED', 'SERVICE_NOT_CONFIGURED']

/** Whether a fault is one that samples stand in for: a lost network, 5xx, a reply that cannot be read. [S8.56] */
export function isOutage({ code }: { readonly code: ErrorCode }): boolean {
  return !refusals.includes(code)
}
