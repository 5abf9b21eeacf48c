import type { Connector } from './connector.js'
import type { Env } from './env.js'
import type { AdapterFeatures } from './features.js'
import type { Network } from './network.js'
import type { Namespace } from './utils/caip.js'

/** Version of the plugin contracts. A plugin carries the one that it was built for. */
export const apiVersion = 1

export type PluginContext = {
  readonly env: Env
  /** Aborts when the modal is destroyed. */
  readonly signal: AbortSignal
  /** The networks of the plugin's namespaces as they are now: apps add and remove them. */
  getNetworks(): readonly Network[]
  /** Tells the developer of something that did not stop the work. */
  warn(cause: unknown): void
  readonly options: {
    readonly projectId: string | undefined
    readonly enableEIP6963: boolean
  }
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
  destroy(): void
}

/** A chain family as a plugin, e.g. `evm()`. `setup` runs at `modal.start()`, never on a server. */
export type ChainAdapter<namespace extends Namespace = Namespace> = {
  readonly kind: 'chain'
  readonly apiVersion: typeof apiVersion
  readonly namespace: namespace
  /** Joined with the `networks` option; the first definition of a network wins. */
  readonly networks: readonly Network[]
  setup(context: PluginContext): AdapterInstance
}

/** A connector that spans chains, e.g. `walletConnect()`. */
export type ConnectorPlugin = {
  readonly kind: 'connector'
  readonly apiVersion: typeof apiVersion
  readonly name: string
  setup(context: PluginContext): Connector
}

export type Plugin = ChainAdapter | ConnectorPlugin

/** The namespaces that a composition list brings: `NamespacesOf<[ChainAdapter<'eip155'>]>` is `'eip155'`. */
export type NamespacesOf<plugins extends readonly Plugin[]> = Extract<plugins[number], { kind: 'chain' }>['namespace']
