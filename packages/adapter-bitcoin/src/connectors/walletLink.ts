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
  /** The networks of the modal: they say which one an address is of where it could be of several. */
  readonly getNetworks: () => readonly Network[]
  readonly loadChain: () => Promise<ChainFeatures>
}

/** What the parts of a connector share, those that are loaded later among them. */
export type WalletLink = ConnectorOptions & {
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
}

/** The part of a connector that speaks to the wallet. */
export type Wallet = {
  /** Loads what speaks to this kind of wallet. */
  prepare(): void
  connect(request: ConnectRequest): Promise<ConnectResult>
  disconnect(request: NamespaceRequest): Promise<void>
  /** Follows what the wallet tells. Returns its undoing. */
  listen(): () => void
  /** What the wallet shows now, without a prompt; whoever listens is told of what is new. Null where it shows none. */
  read(signal: AbortSignal): Promise<ConnectResult | null>
  getProvider(): Promise<BitcoinProvider>
}
