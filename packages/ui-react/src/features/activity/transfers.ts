import {
  type HistoryTransaction,
  type HistoryTransfer,
  type Token,
  type TransactionYear,
  toFixedDecimals,
} from '@latchkey/core'
import { toDecimal } from '@latchkey/core/plugin'
import { toCompactText, toNumberText } from '../../i18n/amounts.js'

/** A row has room for two. */
const maxTransfers = 2

type ShownTransfer = {
  /** A key for the list. */
  readonly id: string
  readonly direction: HistoryTransfer['direction']
  /** Symbol of a token, or name of an NFT. */
  readonly name: string
  /** A decimal text in whole units; undefined of an NFT. */
  readonly amount: string | undefined
  readonly iconUrl: string | undefined
  /** If the service says which one it is. */
  readonly token: Pick<Token, 'caipNetworkId' | 'address' | 'symbol' | 'iconUrl'> | undefined
}

/** The transfers of a transaction to show: merged by token and direction, outgoing first, without spam, at most two. */
export function toShownTransfers({ transfers }: HistoryTransaction): readonly ShownTransfer[] {
  const merged = new Map<string, ShownTransfer>()
  for (const transfer of transfers) {
    if (transfer.nft_info?.flags?.is_spam === true) continue
    const shown = toShown(transfer)
    const { id, amount } = shown
    const known = merged.get(id)
    merged.set(id, { ...shown, ...known, amount: amount && sumDecimals(known?.amount ?? '0', amount) })
  }
  const rank = ({ direction }: ShownTransfer): number => (direction === 'out' ? 0 : 1)
  return [...merged.values()].toSorted((a, b) => rank(a) - rank(b)).slice(0, maxTransfers)
}

function toShown({ direction, quantity, fungible_info: token, nft_info: nft }: HistoryTransfer): ShownTransfer {
  const isNft = nft !== undefined && !token
  const name = isNft ? (nft.name ?? 'NFT') : (token?.symbol ?? token?.name ?? '')
  return {
    // anyone can create a token with the symbol of another one
    id: `${direction} ${isNft} ${name} ${token?.token?.address}`,
    direction,
    name,
    amount: isNft ? undefined : quantity.numeric,
    iconUrl: isNft ? nft.content?.preview?.url : token?.icon?.url,
    token: isNft || !token?.token ? undefined : { ...token.token, symbol: name, iconUrl: token.icon?.url },
  }
}

/** A transaction, or a heading for the transactions of one month in the user's time zone. */
type ActivityLine = {
  readonly id: string
  readonly kind: 'head' | 'row'
  readonly date: Date
  readonly transaction?: HistoryTransaction
}

/** Puts a heading above the transactions of each month. */
export function toActivityLines(years: readonly TransactionYear[]): readonly ActivityLine[] {
  return years.flatMap(({ year, months }) =>
    months.flatMap(({ month, transactions }): readonly ActivityLine[] => [
      { kind: 'head', id: `${year}-${month}`, date: new Date(year, month) },
      ...transactions.map((transaction) => ({
        kind: 'row' as const,
        id: transaction.id,
        date: new Date(transaction.metadata.minedAt),
        transaction,
      })),
    ]),
  )
}

/** Decimals of an amount in the description of a transaction. [S9.8] */
const decimals = 3

const signs = { in: '+', out: '−', self: '' } as const

/** An amount with its sign: `+1.250 ETH`, `−<0.001 USDL`. [S9.8] */
export function toAmountText({ direction, name, amount }: ShownTransfer, locale?: string | undefined): string {
  const sign = signs[direction]
  if (amount === undefined) return `${sign}${name}`
  const fixed = toFixedDecimals(amount, decimals)
  const isTiny = Number(fixed) === 0 && Number(amount) > 0
  const text = Number(fixed) < million ? toNumberText(isTiny ? '0.001' : fixed, locale) : toCompactText(fixed, locale)
  return `${sign}${isTiny ? '<' : ''}${text} ${name}`.trimEnd()
}

/** From here on, amounts are shown in short form: `123.456M`. */
const million = 1_000_000

/** More decimals than any service returns. */
const maxDigits = 78

/** The sum of two decimal texts that are not negative, exactly: `sumDecimals('0.1', '0.25')` is `'0.35'`. */
function sumDecimals(a: string, b: string): string {
  return toDecimal(toUnits(a) + toUnits(b), maxDigits)
}

function toUnits(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(maxDigits, '0'))
}
