import type { AskError } from '../connection/state.js'

/** A wallet of the list. [S3.9] What a field does not say is not known. */
export type WalletListing = {
  readonly id: string
  readonly name: string
  /** By which the list's service gives its image. */
  readonly image_id?: string | undefined
  /** Of custom wallets: a data or https URL, or one of the page. */
  readonly image_url?: string | undefined
  /** CAIP-2 ids. */
  readonly chains?: readonly string[] | undefined
  readonly homepage?: string | undefined
  /** Scheme of the app on a phone, e.g. `metamask://`. */
  readonly mobile_link?: string | undefined
  /** The same as an https address, which a phone hands to the app. */
  readonly link_mode?: string | undefined
  readonly desktop_link?: string | undefined
  readonly webapp_link?: string | undefined
  readonly rdns?: string | undefined
  readonly app_store?: string | undefined
  readonly play_store?: string | undefined
  readonly chrome_store?: string | undefined
  readonly badge_type?: 'certified' | undefined
  /** Lower comes first. */
  readonly order?: number | undefined
}

/** Wallets of one question to the list, as far as they have come. */
export type WalletPage = {
  readonly wallets: readonly WalletListing[]
  /** How many there are. */
  readonly count: number
  /** The pages that are there, from 1. */
  readonly page: number
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error?: AskError | undefined
}

/** What is known of the list of wallets. */
export type WalletsState = {
  /** In the order of `featuredWalletIds`. */
  readonly featured: readonly WalletListing[]
  readonly recommended: readonly WalletListing[]
  /** Wallets that were paired with lately. */
  readonly recent: readonly WalletListing[]
  /** Those of `excludeWalletIds`: what is installed of them is not offered either. [S5.24] */
  readonly excluded: readonly WalletListing[]
  /** All of them, page by page: those of the app first, then the featured ones where it named them. */
  readonly all: WalletPage
  readonly search: WalletPage & { readonly query: string; readonly certifiedOnly?: boolean | undefined }
}

/** Entries per question [S9.13], and characters of the shortest text that is searched for. */
export const walletLimits = { featured: 4, recommended: 4, page: 40, search: 100, searchText: 2 } as const

/** Milliseconds. [S9.13] [S9.15] */
export const walletDelays = { debounce: 500, search: 300, image: 2_000 } as const
