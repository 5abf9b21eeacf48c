import { toFixedDecimals } from '@latchkey/core'

/** Decimals that are shown of what is bought. */
const most = 6

/** An amount and its currency: `toMoneyText('10.00', 'USD')` is `'10 USD'`. Cut, never rounded up. */
export function toMoneyText(amount: string, currency: string): string {
  const [whole = '', fraction = ''] = toFixedDecimals(amount, most).split('.')
  const rest = fraction.replace(/0+$/, '')
  return `${whole}${rest && `.${rest.length === 1 ? `${rest}0` : rest}`} ${currency}`.trim()
}
