import type { HistoryTransaction, HistoryTransfer } from '@latchkey/core'
import { sumDecimals } from './sumDecimals.js'

/** A line has room for two. */
const most = 2

export type ShownTransfer = {
  /** Of what is shown as one. */
  readonly id: string
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
    const { id, amount } = shown
    const known = merged.get(id)
    merged.set(id, { ...shown, ...known, amount: amount && sumDecimals(known?.amount ?? '0', amount) })
  }
  const rank = ({ direction }: ShownTransfer): number => (direction === 'out' ? 0 : 1)
  return [...merged.values()].toSorted((a, b) => rank(a) - rank(b)).slice(0, most)
}

function toShown({ direction, quantity, fungible_info: token, nft_info: nft }: HistoryTransfer): ShownTransfer {
  const isNft = nft !== undefined && !token
  const name = isNft ? (nft.name ?? 'NFT') : (token?.symbol ?? token?.name ?? '')
  return {
    id: `${direction} ${isNft} ${name}`,
    direction,
    name,
    amount: isNft ? undefined : quantity.numeric,
    iconUrl: isNft ? nft.content?.preview?.url : token?.icon?.url,
  }
}
