import { type Connector, type ConnectResult, createConnectorEvents, lazily, loadModule } from '@latchkey/core'
import type { WalletFeatures } from '../../features/walletFeatures.js'
import type { ConfigLink } from './connection.js'
import type { ConfigWallet } from './wallet.js'

/** A wagmi connector as a connector of the modal. */
export type ConfigConnector = {
  readonly connector: Connector
  /** Whether the modal has a connection through it. */
  isKnown(): boolean
  /** Whether the modal waits for a connection. */
  isConnecting(): boolean
  /** Emits what has changed in the config since the last event. */
  sync(): void
}

/** Creates the connector. The code that talks to the wallet is loaded on first use. */
export function createConfigConnector(options: ConfigLink): ConfigConnector {
  const { config, connector: inner, meta, onAttemptEnd, warn } = options
  const { on, emit, clear } = createConnectorEvents({ warn })
  let known: ConnectResult | null = null
  let wallet: ConfigWallet | undefined
  let attempts = 0

  const isKnown = (): boolean => known !== null
  const load = lazily(async () => {
    const { createConfigWallet } = await loadModule(() => import('./wallet.js'))
    wallet = createConfigWallet({ ...options, emit, isKnown })
    return wallet
  })
  const feature = <name extends keyof WalletFeatures>(name: name): WalletFeatures[name] =>
    (async (request: never) => (await (await load()).loadFeatures())[name](request)) as WalletFeatures[name]

  const connector: Connector = {
    meta,
    features: {
      'message:sign': feature('message:sign'),
      'typedData:sign': feature('typedData:sign'),
      'transaction:send': feature('transaction:send'),
      'network:switch': feature('network:switch'),
      'calls:send': feature('calls:send'),
      'calls:status': feature('calls:status'),
      'capabilities:read': feature('capabilities:read'),
      'permissions:request': feature('permissions:request'),
      'permissions:list': feature('permissions:list'),
      'permissions:revoke': feature('permissions:revoke'),
    },
    async connect(request) {
      request.signal.throwIfAborted()
      attempts += 1
      let isConnected = false
      try {
        known = await (await load()).connect(request)
        isConnected = !request.silent
        return known
      } finally {
        attempts -= 1
        onAttemptEnd(isConnected)
      }
    },
    async disconnect(request) {
      known = null
      if (config.state.connections.has(inner.uid)) await (await load()).disconnect(request)
    },
    getProvider: () => inner.getProvider(),
    on,
    destroy() {
      known = null
      clear()
    },
  }

  return {
    connector,
    isKnown,
    isConnecting: () => attempts > 0,
    sync() {
      // wagmi clears its connections while it restores them
      if (!known || !wallet || config.state.status === 'reconnecting') return
      const now = wallet.read()
      const change = now && toChange(known, now)
      known = now
      if (!now) emit('disconnect', { namespace: 'eip155' })
      else if (change) emit('change', { namespace: 'eip155', ...change })
    },
  }
}

function toChange(before: ConnectResult, now: ConnectResult): Partial<ConnectResult> | null {
  const isSame = before.accounts.map(toAddress).join() === now.accounts.map(toAddress).join()
  const change = {
    ...(!isSame && { accounts: now.accounts }),
    ...(before.caipNetworkId !== now.caipNetworkId && { caipNetworkId: now.caipNetworkId }),
  }
  return Object.keys(change).length > 0 ? change : null
}

function toAddress({ address }: ConnectResult['accounts'][number]): string {
  return address
}
