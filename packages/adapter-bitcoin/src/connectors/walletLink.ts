import type {
  ConnectorEvents,
  ConnectorMeta,
  ConnectRequest,
  ConnectResult,
  Env,
  NamespaceRequest,
  Network,
} from '@latchkey/core'
import type { FoundWallet } from '../discovery.js'
import type { ChainFeatures } from '../features/chainFeatures.js'
import type { BitcoinProvider } from '../providers/provider.js'

export type ConnectorOptions = {
  readonly meta: ConnectorMeta
  readonly found: FoundWallet
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** The modal's networks, which decide where an address may belong to several. */
  readonly getNetworks: () => readonly Network[]
  readonly loadChain: () => Promise<ChainFeatures>
  /** Addresses from which a connected wallet pays by itself, with coins that it chooses. */
  readonly payingAddresses: Set<string>
}

/** Shared by the connector and the wallet's features. */
export type WalletLink = ConnectorOptions & {
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
}

/** The connection to a wallet. */
export type Wallet = {
  /** Loads the provider for this kind of wallet. */
  prepare(): void
  connect(request: ConnectRequest): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  /** Follows the wallet's events. Returns a function that stops following. */
  listen(): () => void
  /**
   * Reads the accounts and the network without a prompt, and notifies listeners of changes. Null if the wallet exposes no
   * account.
   */
  read(signal: AbortSignal): Promise<ConnectResult | null>
  getProvider(): Promise<BitcoinProvider>
}
