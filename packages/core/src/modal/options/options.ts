import type { AccountType } from '../../contracts/account.js'
import type { AppMetadata, Plugin } from '../../contracts/adapter.js'
import type { Siwx } from '../../contracts/auth.js'
import type { Network, NetworkInput } from '../../contracts/network.js'
import type { ThemeMode, ThemeVariables } from '../../controllers/shell/state.js'
import type { WalletListing } from '../../controllers/wallets/state.js'
import type { ByNamespace, CaipNetworkId } from '../../utils/caip.js'
import type { Env } from '../env.js'
import type { Features } from '../features.js'
import type { defaultFlags } from './checks.js'
import type { SiweConfig } from './siweConfig.js'

/** URLs of services. All are optional and replaceable; no service is contacted unless it is named here. */
export type Services = {
  /**
   * Wallet list and images: `GET {wallets}/getWallets`, `{wallets}/getWalletImage/{id}`. Default: the list bundled with
   * this package.
   */
  readonly wallets?: string | undefined
  /**
   * Balances, prices, names, swaps, purchases and history: `{blockchainApi}/v1/…`. Features that need it are hidden
   * without it. [S7.1]
   */
  readonly blockchainApi?: string | undefined
  /**
   * The project's remote settings: `GET {config}/v1/config`, `{config}/v1/origins`. They override `features`. [S7.27]
   */
  readonly config?: string | undefined
  /**
   * Receives the names of tracked events: `POST {analytics}/e`, unless `{config}/v1/analytics-config` says that the
   * project doesn't collect them. Default: none. [S7.23]
   */
  readonly analytics?: string | undefined
  /** Relay for pairing, `wss:` or `ws:`. */
  readonly relay?: string | undefined
  /**
   * RPC service that routes by chain: `{rpc}/v1/?chainId=…&projectId=…` is used before a network's own URLs [S7.28].
   * Default networks: `routedNetworkIds`. [S9.11]
   */
  readonly rpc?: string | { readonly url: string; readonly networkIds: readonly CaipNetworkId[] } | undefined
}

/** A token whose balance is shown instead of the native one. */
export type ShownToken = {
  /** Contract or mint address. */
  readonly address: string
  /** URL of the image next to the balance. Default: from the balance service. */
  readonly image?: string | undefined
}

/** At most one token for a network. */
export type ShownTokens = { readonly [caipNetworkId in CaipNetworkId]?: ShownToken | undefined }

/** Addresses of the contracts that swaps can use without a simulation, by network. */
export type SwapRouters = { readonly [caipNetworkId in CaipNetworkId]?: readonly string[] | undefined }

/** Wallets below a heading of the wallet list. */
export type WalletGroup = {
  /** The heading. */
  readonly name: string
  /** In this order: ids of the list or of connectors, or reverse domain names, e.g. `io.metamask`. */
  readonly wallets: readonly string[]
}

/** A part of the disclaimer: text, or a link if it has an http(s) URL. */
export type DisclaimerPart = { readonly text: string; readonly href?: string | undefined }

/** Options of `createModal` and `createModalCore`. [S3.20] */
export type ModalOptions<plugins extends readonly Plugin[] = readonly Plugin[]> = {
  /** The plugins: chain adapters, connectors and sign-in. */
  readonly adapters: plugins
  /** Prefix of storage keys, which separates several modals on one page. Default: `latchkey`. */
  readonly id?: string | undefined
  /** Identifies the app to services that require it. Not needed without such services. */
  readonly projectId?: string | undefined
  /** Merged with the networks of the adapters. Each network needs an adapter for its namespace. */
  readonly networks?: readonly NetworkInput[] | undefined
  /** The network of a first visit. Default: the first network. */
  readonly defaultNetwork?: NetworkInput | CaipNetworkId | undefined
  readonly features?: Partial<Features> | undefined
  /** The preferred account type by namespace. Default: smart accounts on EVM, payment addresses on Bitcoin. [S3.21] */
  readonly defaultAccountTypes?: ByNamespace<AccountType> | undefined
  readonly themeMode?: ThemeMode | undefined
  readonly themeVariables?: ThemeVariables | undefined
  /** Restores connections on the next visit. Default: true. [S4.2] */
  readonly enableReconnect?: boolean | undefined
  /** Asks users to switch if their wallet is on an unsupported network. Default: true. [S4.17] */
  readonly enableNetworkSwitch?: boolean | undefined
  /** Allows wallets on networks that aren't configured. Default: false. [S4.17] */
  readonly allowUnsupportedChain?: boolean | undefined
  /** Offers wallets. Default: true. */
  readonly enableWallets?: boolean | undefined
  /** Offers pairing with wallets on other devices, if a connector supports it. Default: true. */
  readonly enableWalletConnect?: boolean | undefined
  /** By network, a token whose balance is shown instead of the native one. Default: none. */
  readonly tokens?: ShownTokens | undefined
  /**
   * By network, the pinned swap routers, whose calls are decoded and verified in full. Calls of other contracts are
   * first simulated on the network's own nodes. Default: the adapter's canonical routers. An empty list pins none.
   */
  readonly swapRouters?: SwapRouters | undefined
  /** Wallets of the list that are shown first, in this order. Default: the top of the list. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** The only wallets of the list that are offered. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Wallets that aren't offered, even if they are installed. [S5.24] */
  readonly excludeWalletIds?: readonly string[] | undefined
  /** Shows the wallets of the Connect view below headings; other wallets follow. Default: one list. */
  readonly walletGroups?: readonly WalletGroup[] | undefined
  /** Custom wallets, in addition to those of the list. */
  readonly customWallets?: readonly WalletListing[] | undefined
  /** How the app identifies itself to wallets. Default: the page's own title, URL and icon. */
  readonly metadata?: AppMetadata | undefined
  /** Discovers EVM wallets by EIP-6963. Default: true. */
  readonly enableEIP6963?: boolean | undefined
  /** Shows alerts about setup problems in the modal, and warnings in the console. Default: false. */
  readonly debug?: boolean | undefined
  readonly termsConditionsUrl?: string | undefined
  readonly privacyPolicyUrl?: string | undefined
  /** A text of the app below the connection methods, plain or with links. */
  readonly disclaimer?: string | readonly DisclaimerPart[] | undefined
  /** Lets the app add the element to the page itself. Default: false. [S2.1] */
  readonly disableAppend?: boolean | undefined
  /** Renders the modal inline where the app places it, instead of on top of the page. Default: false. */
  readonly inline?: boolean | undefined
  /** Sign-in with the wallet, implemented by the app. An alternative to a plugin such as `siwx()`. */
  readonly siwx?: Siwx | undefined
  /** Legacy sign-in, on EVM only; other namespaces count as signed in. An alternative to `siwx`. [S5.15] */
  readonly siweConfig?: SiweConfig | undefined
  readonly services?: Services | undefined
  /** Replaces `services` for users in one of `restrictedTimeZones`. Services that aren't named here stay. [S9.18] */
  readonly restrictedServices?: Services | undefined
  /** IANA names, e.g. `Asia/Shanghai`. Default: the nine time zones of mainland China, Hong Kong and Macau. */
  readonly restrictedTimeZones?: readonly string[] | undefined
  /**
   * Reports errors without personal data to `POST {telemetry}/e`, or to `services.blockchainApi` if true. Default:
   * false. [S7.24]
   */
  readonly telemetry?: boolean | string | undefined
  /** Overrides of the environment, e.g. the clock in a test. */
  readonly env?: Partial<Env> | undefined
}

/** Options with defaults applied. */
export type ResolvedOptions = { readonly [flag in keyof typeof defaultFlags]: boolean } & {
  readonly projectId: string | undefined
  readonly defaultNetworkId: CaipNetworkId | undefined
  readonly networks: readonly Network[]
  readonly tokens?: ShownTokens | undefined
  readonly swapRouters?: SwapRouters | undefined
  readonly featuredWalletIds?: readonly string[] | undefined
  readonly includeWalletIds?: readonly string[] | undefined
  readonly excludeWalletIds?: readonly string[] | undefined
  readonly walletGroups?: readonly WalletGroup[] | undefined
  readonly customWallets: readonly WalletListing[]
  readonly metadata?: AppMetadata | undefined
  readonly termsConditionsUrl?: string | undefined
  readonly privacyPolicyUrl?: string | undefined
  readonly disclaimer?: string | readonly DisclaimerPart[] | undefined
  /** Those for this user: see `restrictedServices`. */
  readonly services: Services
  readonly telemetry?: boolean | string | undefined
  readonly siweConfig?: SiweConfig | undefined
}
