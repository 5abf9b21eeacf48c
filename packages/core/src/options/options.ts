import type { AccountType } from '../account.js'
import type { Plugin } from '../adapter.js'
import type { Features } from '../controllers/features/state.js'
import type { ThemeMode, ThemeVariables } from '../controllers/theme/state.js'
import type { Env } from '../env.js'
import type { Network, NetworkInput } from '../network.js'
import type { CaipNetworkId, Namespace } from '../utils/caip.js'

/** URLs of services, all optional and all replaceable. Nothing is asked that is not named here. */
export type Services = {
  /**
   * RPC service that routes by chain: `{rpc}/v1/?chainId=…&projectId=…` comes before a network's own URLs [S7.28]. It
   * serves the chains of `routedNetworkIds` unless others are named. [S9.11]
   */
  readonly rpc?: string | { readonly url: string; readonly networkIds: readonly CaipNetworkId[] } | undefined
}

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
  readonly defaultAccountTypes?: { readonly [namespace in Namespace]?: AccountType | undefined } | undefined
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
  readonly services?: Services | undefined
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
  readonly enableEIP6963: boolean
  readonly debug: boolean
  readonly termsConditionsUrl: string | undefined
  readonly privacyPolicyUrl: string | undefined
  readonly disableAppend: boolean
  readonly enableEmbedded: boolean
  readonly services: Services
}
