import { toFixedDecimals } from '@latchkey/core'
import { toNumberText } from './toNumberText.js'

/** Decimals that are shown of what is bought. */
const most = 6

/** An amount and its currency: `toMoneyText('10.00', 'USD')` is `'10 USD'`. Cut, never rounded up. */
export function toMoneyText(amount: string, currency: string, locale?: string | undefined): string {
  const [whole = '', fraction = ''] = toFixedDecimals(amount, most).split('.')
  const rest = fraction.replace(/0+$/, '')
  const shown = `${whole}${rest && `.${rest.length === 1 ? `${rest}0` : rest}`}`
  return `${toNumberText(shown, locale)} ${currency}`.trim()
}
