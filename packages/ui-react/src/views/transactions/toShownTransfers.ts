import type { HistoryTransaction, HistoryTransfer } from '@latchkey/core'
import { sumDecimals } from './sumDecimals.js'

/** A line has room for two. */
const most = 2

export type ShownTransfer = {
  readonly direction: HistoryTransfer['direction']
  /** Symbol of a token, or name of an NFT. */
  readonly name: string
  /** A decimal text in whole units; undefined of an NFT. */
  readonly amount: string | undefined
  readonly iconUrl: string | undefined
}

/** What a transaction moved: the same token in the same direction as one, what went out first, spam left out, two at most. */
export function toShownTransfers({ transfers }: HistoryTransaction): readonly ShownTransfer[] {
  const merged = new Map<string, ShownTransfer>()
  for (const transfer of transfers) {
    if (transfer.nft_info?.flags?.is_spam === true) continue
    const shown = toShown(transfer)
    const key = JSON.stringify([shown.direction, shown.name, shown.amount === undefined])
    const known = merged.get(key)
    const isSum = known?.amount !== undefined && shown.amount !== undefined
    merged.set(
      key,
      isSum ? { ...known, amount: sumDecimals(known.amount ?? '0', shown.amount ?? '0') } : (known ?? shown),
    )
  }
  const rank = ({ direction }: ShownTransfer): number => (direction === 'out' ? 0 : 1)
  return [...merged.values()].toSorted((a, b) => rank(a) - rank(b)).slice(0, most)
}

function toShown({ direction, quantity, fungible_info, nft_info }: HistoryTransfer): ShownTransfer {
  if (fungible_info || !nft_info)
    return {
      direction,
      name: fungible_info?.symbol ?? fungible_info?.name ?? '',
      amount: quantity.numeric,
      iconUrl: fungible_info?.icon?.url,
    }
  return { direction, name: nft_info.name ?? 'NFT', amount: undefined, iconUrl: nft_info.content?.preview?.url }
}
