import { apiVersion, type ChainAdapter, type Connector } from '@latchkey/core'
import { toLatchkeyError } from '@latchkey/core/plugin'
import { abortable, createMemoryConnector } from './createMemoryConnector.js'
import { hub, type MemoryProvider, zone } from './createMemoryWallet.js'
import './memoryFeatures.js'

/** The node of an in-memory chain. */
export type MemoryNode = { ask<value>(answer: value): Promise<value> }

/** The event that announces an in-memory wallet. */
export class WalletEvent extends Event {
  readonly wallet: { readonly id: string; readonly provider: MemoryProvider }

  constructor(wallet: WalletEvent['wallet']) {
    super('memory:wallet')
    this.wallet = wallet
  }
}

/** A minimal adapter that fulfills the contract. */
export function createMemoryAdapter(node: MemoryNode): ChainAdapter<'cosmos'> {
  const read = <value>(signal: AbortSignal, answer: value): Promise<value> =>
    abortable(signal, () =>
      node.ask(answer).catch((cause: unknown) => {
        throw toLatchkeyError(cause)
      }),
    )
  return {
    kind: 'chain',
    apiVersion,
    namespace: 'cosmos',
    networks: [hub, zone],
    setup({ env, signal, warn }) {
      const page = env.window()
      const listeners = new Set<() => void>()
      const sent = new Set<string>()
      let connectors: readonly Connector[] = []

      const onWallet = (event: Event): void => {
        const { id, provider } = (event as WalletEvent).wallet
        const connector = createMemoryConnector(provider)
        connectors = [...connectors, { ...connector, meta: { ...connector.meta, id } }]
        for (const listener of [...listeners]) {
          try {
            listener()
          } catch (cause) {
            warn(cause)
          }
        }
      }
      page?.addEventListener('memory:wallet', onWallet)
      const cancel = env.setTimeout(() => warn('No wallet came.'), 60_000)
      const destroy = (): void => {
        signal.removeEventListener('abort', destroy)
        page?.removeEventListener('memory:wallet', onWallet)
        cancel()
        listeners.clear()
        for (const connector of connectors) connector.destroy()
      }
      signal.addEventListener('abort', destroy)

      return {
        features: {
          'balance:read': (request) => read(request.signal, { value: 7n, decimals: 6, symbol: 'COIN' }),
          'gas:estimate': (request) => read(request.signal, 21n),
          'transaction:broadcast': ({ signed, signal }) => {
            sent.add(signed)
            return read(signal, signed)
          },
          'transaction:confirm': async ({ id, signal }) => {
            const outcome = { status: sent.has(id) ? 'confirmed' : 'expired' } as const
            return read(signal, outcome)
          },
          'network:image': async ({ network }) => (network.id === hub.id ? 'data:image/png;base64,' : undefined),
          'height:read': (request) => read(request.signal, 99),
        },
        getConnectors: () => connectors,
        onConnectorsChange(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        destroy,
      }
    },
  }
}
