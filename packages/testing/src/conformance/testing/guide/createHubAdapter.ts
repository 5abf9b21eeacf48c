import { apiVersion, type ChainAdapter, type Connector } from '@latchkey/core'
import { toLatchkeyError } from '@latchkey/core/plugin'
import type { WalletEvent } from '../createMemoryAdapter.js'
import { hub } from '../createMemoryWallet.js'
import { createHubConnector } from './createHubConnector.js'

/** Reads the balance of an address from a node. */
export type ReadCoins = (address: string, signal: AbortSignal) => Promise<bigint>

/** The adapter of the namespace: its networks, the wallets that the page announces, and reads from nodes. */
export function createHubAdapter(readCoins: ReadCoins): ChainAdapter<'cosmos'> {
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'cosmos',
    networks: [hub],
    setup({ env, signal, warn }) {
      const page = env.window()
      const listeners = new Set<() => void>()
      const connectors: Connector[] = []

      const onWallet = (event: Event): void => {
        const { id, provider } = (event as WalletEvent).wallet
        connectors.push(createHubConnector(provider, id))
        for (const listener of [...listeners]) {
          try {
            listener()
          } catch (cause) {
            warn(cause)
          }
        }
      }
      const destroy = (): void => {
        signal.removeEventListener('abort', destroy)
        page?.removeEventListener('memory:wallet', onWallet)
        listeners.clear()
        for (const connector of connectors) connector.destroy()
      }
      page?.addEventListener('memory:wallet', onWallet)
      signal.addEventListener('abort', destroy)

      return {
        features: {
          'balance:read': ({ account, signal: until }) =>
            new Promise((resolve, reject) => {
              until.addEventListener('abort', () => reject(until.reason), { once: true })
              readCoins(account.address, until).then(
                (value) => resolve({ value, decimals: 6, symbol: 'COIN' }),
                (cause: unknown) => reject(toLatchkeyError(cause)),
              )
            }),
        },
        getConnectors: () => [...connectors],
        onConnectorsChange(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        destroy,
      }
    },
  }
}
