import type { CaipNetworkId } from '@latchkey/core'
import { NotApprovedError } from '@latchkey/core/plugin'
import type { RelayCall } from '../session/liveSession.js'
import { createEmitter, type Emitter, type ProviderOptions, toDisconnect, type WalletProvider } from './provider.js'

/** The provider for a namespace without an adapter: requests go to the wallet as they are. */
export type RelayProvider = Pick<Emitter, 'on' | 'removeListener'> & {
  /**
   * Throws `NOT_APPROVED`, `MULTI_NAMESPACE_REQUEST`, `SESSION_NOT_FOUND`, `SESSION_EXPIRED`, `RELAY_UNREACHABLE`,
   * `TIMED_OUT`, `INVALID_PARAMS` or the wallet's error.
   */
  request(
    call: RelayCall,
    options?: {
      /** Default: the wallet's current network. */
      readonly chains?: readonly [CaipNetworkId, ...CaipNetworkId[]] | undefined
      /** Seconds that the wallet has to reply: 300 to 604,800. */
      readonly expiry?: number | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<unknown>
}

/** Creates the provider. It emits `accountsChanged` with addresses, `chainChanged` with a CAIP-2 id, and `disconnect`. */
export function createRelayProvider(link: ProviderOptions): WalletProvider {
  const { namespace, session, context } = link
  const { on, removeListener, emit, clear } = createEmitter(context.warn)
  const stop = session.watch(namespace, ({ accounts, network }) => {
    const disconnect = toDisconnect(link)
    if (disconnect) emit('disconnect', disconnect)
    else if (network) emit('chainChanged', session.getNetworkId(namespace))
    if (accounts) emit('accountsChanged', session.getAddresses(namespace))
  })
  const provider: RelayProvider = {
    on,
    removeListener,
    async request(call, { chains, ...options } = {}) {
      const current = session.getNetworkId(namespace)
      if (!chains && !current) throw new NotApprovedError({ what: namespace })
      return session.request(call, { ...options, chains: chains ?? [current as CaipNetworkId] })
    },
  }
  return {
    provider,
    destroy() {
      stop()
      clear()
    },
  }
}
