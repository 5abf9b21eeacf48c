import type { Alert, ThemeState } from '../controllers/shell/state.js'
import type { Env } from '../modal/env.js'
import type { Checks } from '../modal/options/check.js'
import type { Namespace } from '../utils/caip.js'
import type { Siwx } from './auth.js'
import type { Connector, ConnectorMeta } from './connector.js'
import type { AdapterFeatures } from './features.js'
import type { Network, NetworkInput } from './network.js'

/** Version of the plugin contracts. A plugin carries the one that it was built for. */
export const apiVersion = 1

export type PluginContext = {
  readonly env: Env
  /** Aborts when the modal is destroyed. */
  readonly signal: AbortSignal
  /** The networks of the plugin's namespaces as they are now: apps add and remove them. */
  getNetworks(): readonly Network[]
  /** The adapter of a chain family, once it is set up: for connectors that span several. */
  getAdapter(namespace: Namespace): AdapterInstance | undefined
  /** Names this page to the services that ask for it. [S7.25] */
  setClientId(id: string): void
  /** Tells the developer of something that did not stop the work. */
  warn(cause: unknown): void
  /** The look of the modal as it is now; a connector with `theme:sync` is told of changes. */
  getTheme(): ThemeState
  /** Shows the developer an alert; `raiseAlert` does so with the catalogue's words, while `debug` is on. */
  setAlert(alert: Alert): void
  readonly options: {
    readonly projectId: string | undefined
    readonly debug: boolean
    readonly enableEIP6963: boolean
    readonly enableReconnect: boolean
    /** Prefix of what this modal stores. */
    readonly id: string
    readonly relayUrl: string | undefined
    readonly metadata?: AppMetadata | undefined
  }
}

/** How the app calls itself to wallets. [S3.20] */
export type AppMetadata = {
  readonly name: string
  readonly description?: string | undefined
  readonly url?: string | undefined
  readonly icons?: readonly string[] | undefined
}

/** A chain family at work, between `start()` and `destroy()`. */
export type AdapterInstance = {
  readonly features: { readonly [name in keyof AdapterFeatures]?: AdapterFeatures[name] | undefined }
  /** The connectors that are there now. */
  getConnectors(): readonly Connector[]
  onConnectorsChange(listener: () => void): () => void
  /**
   * Tells of connections that were made outside of the modal, as by another library that shares the wallets: core takes
   * them up without a prompt. `isActive`: the one that the app uses, not one beside it. Who listens late is told of those
   * that are there.
   */
  onConnect?(listener: (connection: { readonly connectorId: string; readonly isActive: boolean }) => void): () => void
  /**
   * A connector over a wallet that speaks the interface of the chain family: an EIP-1193 provider on EVM, a wallet of the
   * Wallet Standard elsewhere. For connectors that reach a wallet in a way of their own, by pairing or by login; it is
   * theirs, and not in `getConnectors()`.
   */
  createConnector?(meta: ConnectorMeta, provider: unknown): Promise<Connector>
  destroy(): void
}

/** How the modal shows a namespace that it has no texts for. */
export type NamespaceDisplay = {
  /** E.g. `TRON`, used in "Connect a TRON wallet". */
  readonly name: string
  /** A `data:` URI of an image, shown for networks of the namespace that have none of their own. */
  readonly icon?: string | undefined
}

/** A chain family as a plugin, e.g. `evm()`. `setup` runs at `modal.start()`, never on a server. */
export type ChainAdapter<namespace extends Namespace = Namespace> = {
  readonly kind: 'chain'
  readonly apiVersion: typeof apiVersion
  readonly namespace: namespace
  /** How the modal shows the namespace. Default: the name that Latchkey has for it, else the namespace itself. */
  readonly display?: NamespaceDisplay | undefined
  /** Joined with the `networks` option; the first definition of a network wins. */
  readonly networks: readonly Network[]
  setup(context: PluginContext): AdapterInstance
}

/** A connector that spans chains, e.g. `walletConnect()`. */
export type ConnectorPlugin = {
  readonly kind: 'connector'
  readonly apiVersion: typeof apiVersion
  readonly name: string
  /** Networks of its own, e.g. of chain families without an adapter: their accounts can be connected, not more. */
  readonly networks?: readonly NetworkInput[] | undefined
  /** Looks closer at options of the modal that it uses than core does. */
  readonly checks?: Checks | undefined
  setup(context: PluginContext): Connector
}

/** Sign-in as a plugin, e.g. `siwx()`. `setup` runs at `modal.start()`, never on a server. */
export type AuthPlugin = {
  readonly kind: 'auth'
  readonly apiVersion: typeof apiVersion
  readonly name: string
  setup(context: PluginContext): Siwx
}

export type Plugin = ChainAdapter | ConnectorPlugin | AuthPlugin

/** The namespaces that a composition list brings: `NamespacesOf<[ChainAdapter<'eip155'>]>` is `'eip155'`. */
export type NamespacesOf<plugins extends readonly Plugin[]> = Extract<plugins[number], { kind: 'chain' }>['namespace']
