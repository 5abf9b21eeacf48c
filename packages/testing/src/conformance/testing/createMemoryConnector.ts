import type { Accounts, Connector, ConnectorEvents, ConnectResult } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import type { MemoryEvent, MemoryProvider } from './createMemoryWallet.js'
import './memoryFeatures.js'

type Listeners = { readonly [event in keyof ConnectorEvents]: Set<(data: ConnectorEvents[event]) => void> }

/** The least that keeps the contract of a connector. */
export function createMemoryConnector(provider: MemoryProvider): Connector {
  const namespace = 'cosmos'
  const listeners: Listeners = { change: new Set(), disconnect: new Set() }

  const toAccounts = (addresses: readonly string[]): Accounts => {
    const [first, ...others] = addresses.map((address) => ({ namespace, address, type: 'eoa' }) as const)
    if (!first) throw new RpcError(4100, 'UNAUTHORIZED')
    return [first, ...others]
  }
  const read = (): ConnectResult => ({
    accounts: toAccounts(provider.accounts()),
    caipNetworkId: provider.network(),
  })

  function emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void {
    for (const listener of [...listeners[event]]) {
      try {
        listener(data)
      } catch {
        // one listener's mistake is not the next one's
      }
    }
  }
  const handle = (event: MemoryEvent): void => {
    if ('isOver' in event) {
      provider.off(handle)
      emit('disconnect', { namespace })
    } else if ('accounts' in event) emit('change', { namespace, accounts: toAccounts(event.accounts) })
    else emit('change', { namespace, caipNetworkId: event.caipNetworkId })
  }

  return {
    meta: { id: 'org.example.memory', type: 'INJECTED', name: 'Memory', namespaces: [namespace] },
    features: {
      'message:sign': ({ message, account, signal }) =>
        abortable(signal, () => provider.ask(() => `${message} by ${account.address}`)),
      'typedData:sign': ({ typedData, signal }) =>
        abortable(signal, () => provider.ask(() => `typed ${typedData.text}`)),
      'transaction:send': ({ transaction, signal }) =>
        abortable(signal, () => provider.ask(() => `sent ${transaction.coins}`)),
      'network:switch': ({ network, signal }) =>
        abortable(signal, () => provider.ask(() => provider.goTo(network.caipNetworkId))),
      'memo:keep': async ({ memo }) => memo.length,
    },
    async connect({ silent, signal }) {
      signal.throwIfAborted()
      if (!silent) await abortable(signal, () => provider.connect())
      const result = read()
      provider.on(handle)
      return result
    },
    async disconnect() {
      provider.off(handle)
      provider.revoke()
    },
    getProvider: async () => provider,
    on(event, listener) {
      listeners[event].add(listener)
      return () => void listeners[event].delete(listener)
    },
    destroy() {
      provider.off(handle)
      listeners.change.clear()
      listeners.disconnect.clear()
    },
  }
}

/** Settles with the call, or rejects with the reason of the signal, whichever is first. */
export function abortable<value>(signal: AbortSignal, call: () => Promise<value>): Promise<value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    call().then(resolve, reject)
  })
}
