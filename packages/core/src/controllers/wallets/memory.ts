import type { WalletQuery, WalletReply } from '../../walletList/queryWallets.js'
import type { WalletListing } from './state.js'

/** By what an image is asked for: of a wallet its `image_id`, of a network its `imageId`. [S7.27] */
export type ListImage = { readonly kind: 'wallet' | 'asset'; readonly id: string }

/** Where wallets come from: a service, or the list of this package. */
export type WalletSource = {
  list(query: WalletQuery & { readonly signal: AbortSignal }): Promise<WalletReply>
  /** Undefined where there is none. */
  fetchImage(request: ListImage & { readonly signal: AbortSignal }): Promise<Blob | undefined>
}

/** What a modal keeps of its list beside the state. */
export type WalletMemory = {
  readonly loadSource: () => Promise<WalletSource>
  /** Wallets that came in any answer, by id; the oldest are forgotten. */
  readonly listings: Map<string, WalletListing>
  /** Images by kind and id, the oldest of which are forgotten. */
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
