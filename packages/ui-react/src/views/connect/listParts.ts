import { prefetchWallets } from '@latchkey/core/controllers'
import { AllWalletsRow } from '../../primitives/AllWalletsRow/AllWalletsRow.js'
import { ListingRow } from './ListingRow.js'

export type ListParts = {
  readonly prefetchWallets: typeof prefetchWallets
  readonly AllWalletsRow: typeof AllWalletsRow
  readonly ListingRow: typeof ListingRow
}

/** Apart from the view, so that the first opening of a page that cannot pair goes without the list of wallets. */
export const listParts: ListParts = { prefetchWallets, AllWalletsRow, ListingRow }
