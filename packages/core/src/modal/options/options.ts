import type { AccountType } from '../../contracts/account.js'
import type { AppMetadata, Plugin } from '../../contracts/adapter.js'
import type { Siwx } from '../../contracts/auth.js'
import type { Network, NetworkInput } from '../../contracts/network.js'
import type { ThemeMode, ThemeVariables } from '../../controllers/shell/state.js'
import type { WalletListing } from '../../controllers/wallets/state.js'
import type { ByNamespace, CaipNetworkId } from '../../utils/caip.js'
import type { Env } from '../env.js'
import type { Features } from '../features.js'
import type { SiweConfig } from './siweConfig.js'

/** URLs of services, all optional and all replaceable. Nothing is asked that is not named here. */
export type Services = {
  /** Wallet list and images: `GET {wallets}/getWallets`, `{wallets}/getWalletImage/{id}`. The list of this package unless told. */
  readonly wallets?: string | undefined
  /** Balances, prices, names, swaps, purchases and history: `{blockchainApi}/v1/…`. What needs it is not offered without. [S7.1] */
  readonly blockchainApi?: string | undefined
  /** What the project sets for all of its pages: `GET {config}/v1/config`, `{config}/v1/origins`. It goes before `features`. [S7.27] */
  readonly config?: string | undefined
  /** Where the names of tracked events go: `POST {analytics}/e`. Nowhere unless told. [S7.23] */
  readonly analytics?: string | undefined
  /** Relay for pairing, `wss:` or `ws:`. */
  readonly relay?: string | undefined
  /**
   * RPC service that routes by chain: `{rpc}/v1/?chainId=…&projectId=…` comes before a network's own URLs [S7.28]. It
   * serves the chains of `routedNetworkIds` unless others are named. [S9.11]
   */
  readonly rpc?: string | { readonly url: string; readonly networkIds: readonly CaipNetworkId[] } | undefined
}

/** A token whose balance shows where that of the native currency would. */
export type ShownToken = {
  /** Contract or mint, plain. */
  readonly address: string
  /** Its picture, beside the balance; what the service of balances knows unless told. */
  readonly image?: string | undefined
}

/** At most one token for a network. */
export type ShownTokens = { readonly [caipNetworkId in CaipNetworkId]?: ShownToken | undefined }

/** Addresses of the contracts that swaps may go through without a simulation. */
export type SwapRouters = { readonly [caipNetworkId in CaipNetworkId]?: readonly string[] | undefined }

/** [S3.20] */
export type ModalOptions<plugins extends readonly Plugin[] = readonly Plugin[]> = {
  /** The one composition list: chain families and connectors. */
  readonly adapters: plugins
  /** Prefix of what is stored, so that two modals on one page keep apart. `latchkey` unless told. */
  readonly id?: string | undefined
  /** Names the app to the services that ask for it. What needs no service needs no id. */
  readonly projectId?: string | undefined
  /** Joined with the networks of the adapters; each needs the adapter of its namespace. */
  readonly networks?: readonly NetworkInput[] | undefined
  /** Where a first visit starts; the first network unless told. */
  readonly defaultNetwork?: NetworkInput | CaipNetworkId | undefined
  readonly features?: Partial<Features> | undefined
  /** The kind of account that is preferred in a namespace; smart accounts on EVM, payment on Bitcoin. [S3.21] */
  readonly defaultAccountTypes?: ByNamespace<AccountType> | undefined
  readonly themeMode?: ThemeMode | undefined
  readonly themeVariables?: ThemeVariables | undefined
  /** Restores connections on the next visit. On unless told. [S4.2] */
  readonly enableReconnect?: boolean | undefined
  /** Asks for a supported network when the wallet is on another. On unless told. [S4.17] */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Tolerates wallets on networks that are not configured. Off unless told. [S4.17] */
  readonly allowUnsupportedChain?: boolean | undefined
  /** Offers wallets. On unless told. */
  readonly enableWallets?: boolean | undefined
  /** Offers to pair with wallets on other devices, where a connector can. On unless told. */
  readonly enableWalletConnect?: boolean | undefined
  /** By network, a token whose balance shows in place of the native one. None unless told. */
  readonly tokens?: ShownTokens | undefined
  /**
   * By network, the routers that swaps are pinned to: what they are asked for is read in full. Calls of other contracts are
   * simulated on the network's own nodes first. The canonical ones of the adapter unless told; an empty list pins none.
   */
  readonly swapRouters?: SwapRouters | undefined
  /** Wallets of the list that come first, in this order; the best of the list unless told. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** The only wallets of the list that are offered. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Wallets that are not offered, also not where they are installed. [S5.24] */
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Wallets of the app's own beside those of the list. */
  readonly customWallets?: readonly WalletListing[] | undefined
  /** How the app calls itself to wallets; what the page says of itself unless told. */
  readonly metadata?: AppMetadata | undefined
  /** Finds EVM wallets by EIP-6963. On unless told. */
  readonly enableEIP6963?: boolean | undefined
  /** Shows alerts about the set-up in the modal. Off unless told. */
  readonly debug?: boolean | undefined
  readonly termsConditionsUrl?: string | undefined
  readonly privacyPolicyUrl?: string | undefined
  /** Leaves it to the app to put the element into the page. Off unless told. [S2.1] */
  readonly disableAppend?: boolean | undefined
  /** Shows the modal in the page's own flow, where the app puts it, instead of above the page. Off unless told. */
  readonly enableEmbedded?: boolean | undefined
  /** Sign-in with the wallet, in the app's own hands; in place of a plugin as `siwx()`. */
  readonly siwx?: Siwx | undefined
  /** Sign-in of the older kind, on EVM only: others count as signed in. In place of `siwx`. [S5.15] */
  readonly siweConfig?: SiweConfig | undefined
  readonly services?: Services | undefined
  /**
   * Reports errors, without what belongs to the visitor: `POST {telemetry}/e`, or that of `services.blockchainApi` where it
   * is true. Off unless told. [S7.24]
   */
  readonly telemetry?: boolean | string | undefined
  /** Parts of the outside world to replace, e.g. the clock in a test. */
  readonly env?: Partial<Env> | undefined
}

/** Options with their defaults filled in. */
export type ResolvedOptions = {
  readonly projectId: string | undefined
  readonly defaultNetworkId: CaipNetworkId | undefined
  readonly networks: readonly Network[]
  readonly enableReconnect: boolean
  readonly enableNetworkSwitch: boolean
  readonly allowUnsupportedChain: boolean
  readonly enableWallets: boolean
  readonly enableWalletConnect: boolean
  readonly tokens?: ShownTokens | undefined
  readonly swapRouters?: SwapRouters | undefined
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
  readonly customWallets: readonly WalletListing[]
  readonly metadata?: AppMetadata | undefined
  readonly enableEIP6963: boolean
  readonly debug: boolean
  readonly termsConditionsUrl?: string | undefined
  readonly privacyPolicyUrl?: string | undefined
  readonly disableAppend: boolean
  readonly enableEmbedded: boolean
  readonly services: Services
  readonly telemetry?: boolean | string | undefined
  readonly siweConfig?: SiweConfig | undefined
}
