import type { ImageRequest } from '../../api/images.js'
import type { WalletQuery, WalletReply } from '../../walletList/queryWallets.js'
import type { WalletListing } from './state.js'

/** Where wallets come from: a service, or the list of this package. */
export type WalletSource = {
  list(query: WalletQuery & { readonly signal: AbortSignal }): Promise<WalletReply>
  /** Absent where there are no images. */
  fetchImage?(request: ImageRequest): Promise<Blob>
}

/** What a modal keeps of its list beside the state. */
export type WalletMemory = {
  readonly loadSource: () => Promise<WalletSource>
  /** Wallets that came in any answer, by id; the oldest are forgotten. */
  readonly listings: Map<string, WalletListing>
  /** Images by id, the oldest of which are forgotten. */
  readonly images: Map<string, Promise<Blob | undefined>>
  /** Ids of the pages that have come. */
  readonly seen: Set<string>
  /** There is no further page. */
  isComplete: boolean
  /** Runs, or has been done. */
  prefetch: Promise<void> | undefined
  /** The page that is on its way. */
  reading: Promise<void> | undefined
}
