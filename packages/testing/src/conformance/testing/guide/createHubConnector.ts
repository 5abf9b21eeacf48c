import type { Accounts, Connector, ConnectorEvents, ConnectResult } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import type { MemoryEvent as WalletEvent, MemoryProvider as WalletProvider } from '../createMemoryWallet.js'

const namespace = 'cosmos'

/** Wraps a wallet's provider as a connector. */
export function createHubConnector(provider: WalletProvider, id: string): Connector {
  const change = new Set<(data: ConnectorEvents['change']) => void>()
  const disconnect = new Set<(data: ConnectorEvents['disconnect']) => void>()
  const none = new Set<never>()

  const read = (): ConnectResult => ({ accounts: toAccounts(provider.accounts()), caipNetworkId: provider.network() })
  const onWallet = (event: WalletEvent): void => {
    if ('isOver' in event) {
      provider.off(onWallet)
      notify(disconnect, { namespace })
    } else if ('accounts' in event) notify(change, { namespace, accounts: toAccounts(event.accounts) })
    else notify(change, { namespace, caipNetworkId: event.caipNetworkId })
  }

  return {
    meta: { id, type: 'INJECTED', name: 'Hub wallet', namespaces: [namespace] },
    features: {
      'message:sign': ({ message, account, signal }) =>
        untilAborted(signal, () => provider.ask(() => `${message} by ${account.address}`)),
      'network:switch': ({ network, signal }) =>
        untilAborted(signal, () => provider.ask(() => provider.goTo(network.caipNetworkId))),
    },
    async connect({ silent, signal }) {
      signal.throwIfAborted()
      if (!silent) await untilAborted(signal, () => provider.connect())
      const result = read() // throws UNAUTHORIZED if the site has no permission
      provider.on(onWallet)
      return result
    },
    async disconnect() {
      provider.off(onWallet)
      provider.revoke()
    },
    getProvider: async () => provider,
    on(event, listener) {
      const listeners = ({ change, disconnect } as Record<string, Set<unknown>>)[event] ?? none
      listeners.add(listener as never)
      return () => void listeners.delete(listener as never)
    },
    destroy() {
      provider.off(onWallet)
      change.clear()
      disconnect.clear()
    },
  }
}

function toAccounts(addresses: readonly string[]): Accounts {
  const [first, ...others] = addresses.map((address) => ({ namespace, address, type: 'eoa' }) as const)
  if (!first) throw new RpcError(4100, 'UNAUTHORIZED')
  return [first, ...others]
}

function notify<data>(listeners: ReadonlySet<(data: data) => void>, data: NoInfer<data>): void {
  for (const listener of [...listeners]) {
    try {
      listener(data)
    } catch {
      // a listener that throws must not stop the others
    }
  }
}

function untilAborted<value>(signal: AbortSignal, call: () => Promise<value>): Promise<value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    call().then(resolve, reject)
  })
}
