import type { ConnectRequest, ConnectResult, NamespaceRequest } from '@latchkey/core'
import type { BitcoinProvider } from '../provider.js'

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
