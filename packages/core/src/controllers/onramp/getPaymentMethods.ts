import { isMore } from './isMore.js'
import type { OnRampState } from './state.js'
import { toPaymentAmount } from './toPaymentAmount.js'

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
