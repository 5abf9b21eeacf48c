import { type Namespace, notifyListeners, type PluginContext } from '@latchkey/core'
import { type ProviderRpcError, RpcError, toProviderError } from '@latchkey/core/plugin'
import type { LiveSession } from '../session/liveSession.js'

/** The options of a namespace's provider. */
export type ProviderOptions = {
  readonly namespace: Namespace
  readonly session: LiveSession
  readonly context: PluginContext
}

/** The session's wallet in the standard interface of a namespace. */
export type WalletProvider = {
  /** For apps: EIP-1193 on EVM, a wallet of the Wallet Standard on Solana and Bitcoin, {@link RelayProvider} elsewhere. */
  readonly provider: unknown
  /** For the adapter: as `provider`, but rejects with named errors, and cancels requests when the signal aborts. */
  readonly createInner?: (signal: AbortSignal) => unknown
  /** Ends it: no more events. */
  destroy(): void
}

/** The payload of `disconnect` (EIP-1193) if the wallet no longer serves the namespace; undefined while it does. */
export function toDisconnect({ session, namespace }: ProviderOptions): ProviderRpcError | undefined {
  const end = session.getEnd()
  if (!end && session.getNetworkId(namespace)) return undefined
  const details = end ? `The session has ended: ${end}.` : `The wallet has withdrawn ${namespace}.`
  return toProviderError(new RpcError(4900, 'PROVIDER_DISCONNECTED', { details }))
}

type Listener = (payload: unknown) => unknown

/** Listeners by event name, as in the interfaces of wallets. */
export type Emitter = {
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  emit(event: string, payload: unknown): void
  clear(): void
}

export function createEmitter(warn: (cause: unknown) => void): Emitter {
  const listeners = new Map<string, Set<Listener>>()
  return {
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set<Listener>()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    emit: (event, payload) => notifyListeners([...(listeners.get(event) ?? [])], payload, warn),
    clear: () => listeners.clear(),
  }
}
