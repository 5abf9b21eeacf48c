import type { Accounts, Capabilities, Connector, ConnectorEvents, ConnectResult } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'
import { hub, type MemoryEvent, type MemoryProvider, zone } from './createMemoryWallet.js'
import './memoryFeatures.js'

type Listeners = { readonly [event in keyof ConnectorEvents]: Set<(data: ConnectorEvents[event]) => void> }

/** A minimal connector that fulfills the contract. */
export function createMemoryConnector(provider: MemoryProvider): Connector {
  const namespace = 'cosmos'
  const bundles = new Map<string, boolean>()
  const listeners: Listeners = {
    change: new Set(),
    disconnect: new Set(),
    approval: new Set(),
    permission: new Set(),
    notAllowed: new Set(),
  }

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
        // an error in one listener must not affect the next one
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
      'transaction:sign': ({ transaction, signal }) => abortable(signal, () => provider.ask(() => signed(transaction))),
      'transaction:signAll': ({ transactions, signal }) =>
        abortable(signal, () => provider.ask(() => transactions.map(signed))),
      'calls:send': ({ bundle, signal }) =>
        abortable(signal, () =>
          provider.ask(() => {
            const id = `bundle-${bundles.size}`
            bundles.set(id, bundle.isAtomic !== false)
            return id
          }),
        ),
      'calls:status': async ({ id }) => {
        const isAtomic = bundles.get(id)
        if (isAtomic === undefined) throw new RpcError(5730, 'UNKNOWN_BUNDLE')
        return { status: 'confirmed', code: 200, isAtomic, hashes: ['ff'] }
      },
      'capabilities:read': async ({ networks }) => {
        const capabilities = { atomic: { status: 'supported' } }
        const all: Capabilities = { [hub.caipNetworkId]: capabilities, [zone.caipNetworkId]: capabilities }
        return networks ? Object.fromEntries(networks.map(({ caipNetworkId: id }) => [id, all[id] ?? {}])) : all
      },
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
      for (const own of Object.values(listeners)) own.clear()
    },
  }
}

/** Settles with the call, or rejects with the signal's reason, whichever is first. */
export function abortable<value>(signal: AbortSignal, call: () => Promise<value>): Promise<value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    call().then(resolve, reject)
  })
}

/** Appends one byte to the transaction as a signature. */
function signed(transaction: Uint8Array): Uint8Array {
  return Uint8Array.from([...transaction, 1])
}
