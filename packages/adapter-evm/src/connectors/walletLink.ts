import type { Account, CaipNetworkId, ConnectorEvents, ConnectorMeta, Env } from '@latchkey/core'
import type { RpcCall } from '../rpc/endpoint.js'
import type { FindTransaction } from '../rpc/read.js'

/** The wallet's own interface (EIP-1193), as far as it is used. The wallet is untrusted: every call may throw or lie. */
export type Eip1193Provider = {
  request(call: RpcCall): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => unknown): unknown
  removeListener?(event: string, listener: (payload: unknown) => unknown): unknown
}

export type ConnectorOptions = {
  readonly meta: ConnectorMeta
  readonly provider: Eip1193Provider
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** Called whenever a connection through this connector begins or ends. */
  readonly onUse: (isUsed: boolean) => void
  readonly findTransaction: FindTransaction
}

/** Shared by the connector and the wallet's features. */
export type WalletLink = Omit<ConnectorOptions, 'onUse'> & {
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
  /** Listens to the provider. Its errors become warnings. Returns a function that stops listening. */
  listen(event: string, listener: (payload: unknown) => unknown): () => void
}

/** Adopts what the wallet reported during a request, and notifies listeners of changes. */
export type WalletObserver = {
  observe(seen: { readonly accounts?: readonly Account[]; readonly caipNetworkId?: CaipNetworkId }): void
}
