import { toFixedDecimals } from '@latchkey/core'
import { toNumberText } from '../../i18n/toNumberText.js'
import type { ShownTransfer } from './toShownTransfers.js'

/** Decimals of an amount in the description of a transaction. [S9.8] */
const decimals = 3

const signs = { in: '+', out: '−', self: '' } as const

/** What came or went, with its sign: `+1.250 ETH`, `−<0.001 USDL`. [S9.8] */
export function toAmountText({ direction, name, amount }: ShownTransfer, locale?: string | undefined): string {
  const sign = signs[direction]
  if (amount === undefined) return `${sign}${name}`
  const fixed = toFixedDecimals(amount, decimals)
  const isTiny = Number(fixed) === 0 && Number(amount) > 0
  return `${sign}${isTiny ? '<' : ''}${toNumberText(isTiny ? '0.001' : fixed, locale)} ${name}`.trimEnd()
}
