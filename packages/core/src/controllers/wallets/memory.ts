import type { WalletQuery, WalletReply } from '../../walletList/queryWallets.js'
import type { WalletListing } from './state.js'

/** Identifies an image: a wallet's by `image_id`, a network's by `imageId`, a token's by symbol, a currency's by code. [S7.27] */
export type ListImage = { readonly kind: 'wallet' | 'asset' | 'token' | 'currency'; readonly id: string }

/** A source of wallets: a service, or the bundled list. */
export type WalletSource = {
  list(query: WalletQuery & { readonly signal: AbortSignal }): Promise<WalletReply>
  /** Undefined if there is none. */
  fetchImage(request: ListImage & { readonly signal: AbortSignal }): Promise<Blob | undefined>
}

/** Wallet list data of a modal outside the state. */
export type WalletMemory = {
  readonly loadSource: () => Promise<WalletSource>
  /** Wallets of all responses by id; the oldest are dropped. */
  readonly listings: Map<string, WalletListing>
  /** Images by kind and id; the least recently used are dropped. */
  readonly images: Map<string, Promise<Blob | undefined>>
  /** Ids of the wallets on loaded pages. */
  readonly seen: Set<string>
  /** Whether the last page has been loaded. */
  isComplete: boolean
  /** The running or completed prefetch. */
  prefetch: Promise<void> | undefined
  /** The running request for a page. */
  reading: Promise<void> | undefined
}
