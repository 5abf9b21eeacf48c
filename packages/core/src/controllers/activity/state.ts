import type { HistoryPage, HistoryTransaction } from '../../api/blockchain/types.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { CaipNetworkId } from '../../utils/caip.js'

/** The transactions of one account on one network, as far as they have been read. [S3.15] */
export type ActivityState = {
  readonly address: string
  /** The network that the list is of. */
  readonly lastNetworkInView: CaipNetworkId
  /** As the service gave them, newest first; without spam and those of other networks. [S4.28] */
  readonly transactions: readonly HistoryTransaction[]
  readonly loading: boolean
  /** There is nothing, also where reading failed: then `error` says so. [S4.29] [S4.30] */
  readonly empty: boolean
  /** The service does not list what happens on this network: that the list is empty says nothing. */
  readonly isUnlisted?: true | undefined
  /** The cursor of the next page; undefined after the last. */
  readonly next?: string | undefined
  /** How the last reading failed. */
  readonly error?: ActivityError | undefined
}

export type ActivityError = { readonly code: ErrorCode; readonly message: string }

export const activityLimits = {
  /** Milliseconds for which a page counts as fresh, and between two looks while something shows the list. */
  cache: 15_000,
  /** Pages that one call reads at most, where nothing of them is shown. */
  pages: 5,
  /** Milliseconds for all of them: as long as so many calls may take. */
  deadline: 50_000,
} as const

/** What is kept of transactions beside the state. */
export type ActivityMemory = {
  /** Pages by account, chain and cursor, with the time that they came, in milliseconds since the epoch. */
  readonly pages: Map<string, { readonly at: number; readonly page: HistoryPage }>
  /** Cursors that the list was read by: one that comes again leads in a circle. */
  readonly cursors: Set<string>
  /** Reads the list from its start, whatever is known; there once it has been read. */
  readAgain?: () => Promise<void>
}
