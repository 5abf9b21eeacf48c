import type { RequestError } from '../connection/state.js'

/** A wallet of the list. Absent fields are unknown. [S3.9] */
export type WalletListing = {
  readonly id: string
  readonly name: string
  /** Id of its image at the list's service. */
  readonly image_id?: string | undefined
  /** For custom wallets: a data or https URL, or a path of the page. */
  readonly image_url?: string | undefined
  /** CAIP-2 ids. */
  readonly chains?: readonly string[] | undefined
  readonly homepage?: string | undefined
  /** Scheme of the app on a phone, e.g. `metamask://`. */
  readonly mobile_link?: string | undefined
  /** Universal link of the app: an https URL that a phone opens in the app. */
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

/** Loaded wallets of one query. */
export type WalletPage = {
  readonly wallets: readonly WalletListing[]
  /** Total number of wallets. */
  readonly count: number
  /** Number of loaded pages. */
  readonly page: number
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error?: RequestError | undefined
}

/** The wallet list. */
export type WalletsState = {
  /** Whether the wallets of the first view are loaded, or could not be. */
  readonly isReady: boolean
  /** In the order of `featuredWalletIds`. */
  readonly featured: readonly WalletListing[]
  /** The wallets of `walletGroups`. */
  readonly grouped: readonly WalletListing[]
  readonly recommended: readonly WalletListing[]
  /** Recently paired wallets. */
  readonly recent: readonly WalletListing[]
  /** The wallets of `excludeWalletIds`. They aren't offered even if installed. [S5.24] */
  readonly excluded: readonly WalletListing[]
  /** All wallets, page by page: custom wallets first, then the featured ones if the app set them. */
  readonly all: WalletPage
  readonly search: WalletPage & { readonly query: string; readonly certifiedOnly?: boolean | undefined }
}

/** Wallets per query [S9.13], and the minimum length of a search. */
export const walletLimits = { featured: 4, recommended: 4, page: 40, search: 100, searchText: 2 } as const

/** Milliseconds. [S9.13] [S9.15] */
export const walletDelays = { debounce: 500, search: 300, image: 2_000 } as const
