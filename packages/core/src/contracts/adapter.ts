import type { Alert, ThemeState } from '../controllers/shell/state.js'
import type { Env } from '../modal/env.js'
import type { Checks } from '../modal/options/check.js'
import type { Namespace } from '../utils/caip.js'
import type { Siwx } from './auth.js'
import type { Connector, ConnectorMeta } from './connector.js'
import type { AdapterFeatures } from './features.js'
import type { Network, NetworkInput } from './network.js'

/** Version of the plugin contracts. Each plugin declares the version that it was built for. */
export const apiVersion = 1

export type PluginContext = {
  readonly env: Env
  /** Aborts when the modal is destroyed. */
  readonly signal: AbortSignal
  /** The current networks of the plugin's namespaces: apps can add and remove networks. */
  getNetworks(): readonly Network[]
  /** The adapter of a namespace, once it is set up. For connectors that span several namespaces. */
  getAdapter(namespace: Namespace): AdapterInstance | undefined
  /** Sets the client id that identifies this page to services. [S7.25] */
  setClientId(id: string): void
  /** Warns the developer about a failure that didn't stop the work. */
  warn(cause: unknown): void
  /** Adds a line to the modal's log, see `getLog`. For failures that a library reports and `warn` doesn't get. [S9.12] */
  log(text: string): void
  /** Whether the app offers logins, by email or at a provider. */
  hasLogins(): boolean
  /** Stops offering logins, as the wallet's site rejects this page. */
  barLogins(): void
  /** The current theme of the modal. A connector with `theme:sync` is notified of changes. */
  getTheme(): ThemeState
  /** The language that the app has chosen for the UI (BCP 47). Undefined without a choice, and until the UI has resolved `auto`. */
  getLocale(): string | undefined
  /** Shows an alert to the developer. `showErrorAlert` shows the catalogued alert of an error code while `debug` is on. */
  showAlert(alert: Alert): void
  readonly options: {
    readonly projectId: string | undefined
    readonly debug: boolean
    readonly enableEIP6963: boolean
    readonly enableReconnect: boolean
    /** Prefix of this modal's storage keys. */
    readonly id: string
    readonly relayUrl: string | undefined
    readonly metadata?: AppMetadata | undefined
  }
}

/** How the app identifies itself to wallets. [S3.20] */
export type AppMetadata = {
  readonly name: string
  readonly description?: string | undefined
  readonly url?: string | undefined
  readonly icons?: readonly string[] | undefined
}

/** A running adapter of one namespace, between `start()` and `destroy()`. */
export type AdapterInstance = {
  readonly features: { readonly [name in keyof AdapterFeatures]?: AdapterFeatures[name] | undefined }
  /** The connectors that are currently available. */
  getConnectors(): readonly Connector[]
  onConnectorsChange(listener: () => void): () => void
  /**
   * Reports connections made outside the modal, e.g. by another library that shares the wallets. Core adopts them
   * without a prompt. `isActive` marks the connection that the app uses, as opposed to one beside it. Late listeners
   * are notified of existing connections.
   */
  onConnect?(listener: (connection: { readonly connectorId: string; readonly isActive: boolean }) => void): () => void
  /**
   * Creates a connector over a wallet that implements the interface of the namespace: an EIP-1193 provider on EVM, a
   * Wallet Standard wallet elsewhere. For connectors that reach a wallet in their own way, by pairing or by login. The
   * caller owns the connector; it isn't listed in `getConnectors()`.
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

/** Support for one namespace as a plugin, e.g. `evm()`. `setup` runs at `modal.start()`, never on a server. */
export type ChainAdapter<namespace extends Namespace = Namespace> = {
  readonly kind: 'chain'
  readonly apiVersion: typeof apiVersion
  readonly namespace: namespace
  /** How the modal shows the namespace. Default: Latchkey's own name for it, else the namespace itself. */
  readonly display?: NamespaceDisplay | undefined
  /** Merged with the `networks` option; the first definition of a network wins. */
  readonly networks: readonly Network[]
  setup(context: PluginContext): AdapterInstance
}

/** A connector that spans namespaces, e.g. `walletConnect()`. */
export type ConnectorPlugin = {
  readonly kind: 'connector'
  readonly apiVersion: typeof apiVersion
  readonly name: string
  /**
   * Networks that the connector adds, e.g. in namespaces without an adapter: their accounts can connect, but adapter
   * features aren't available.
   */
  readonly networks?: readonly NetworkInput[] | undefined
  /** Additional checks of modal options that the connector uses. */
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

/** The namespaces of a list of plugins: `NamespacesOf<[ChainAdapter<'eip155'>]>` is `'eip155'`. */
export type NamespacesOf<plugins extends readonly Plugin[]> = Extract<plugins[number], { kind: 'chain' }>['namespace']
