import type { AdapterInstance, ChainAdapter, PluginContext } from '@latchkey/core'
import type { AdapterSubject } from '../adapter/adapterSubject.js'
import { createMemoryAdapter, WalletEvent } from './createMemoryAdapter.js'
import { createMemoryWallet, hub } from './createMemoryWallet.js'

/** Breaks a correct adapter: the returned parts replace the correct ones. */
export type SpoilAdapter = (good: ChainAdapter) => Partial<ChainAdapter>

/** The same for the instance. */
export function atWork(
  spoil: (good: AdapterInstance, context: PluginContext) => Partial<AdapterInstance>,
): SpoilAdapter {
  return (adapter) => ({
    setup(context) {
      const good = adapter.setup(context)
      return { ...good, ...spoil(good, context) }
    },
  })
}

export function createMemoryAdapterSubject(spoil: SpoilAdapter = () => ({})): AdapterSubject {
  return {
    timeout: 1_500,
    async create() {
      let answers: 'right' | 'none' | 'errors' = 'right'
      let count = 0
      const node = {
        ask: async <value>(answer: value): Promise<value> => {
          if (answers === 'errors') throw new Error('The node is down.')
          return answers === 'right' ? answer : new Promise<value>(() => undefined)
        },
      }
      return {
        createAdapter() {
          const good = createMemoryAdapter(node)
          return { ...good, ...spoil(good) }
        },
        network: hub,
        account: { namespace: 'cosmos', address: 'hub1qqqqqqqqqqqqqqqqqqqqqqqqqq', type: 'eoa' },
        env: { fetch: async () => new Response('{}') },
        checks: {
          'balance:read': { request: {}, verify: ({ value }) => value === 7n },
          'gas:estimate': { request: { transaction: { coins: 2 } }, verify: (gas) => gas < 1_000n },
          'transaction:broadcast': { request: { signed: 'aa' }, verify: (id) => id === 'aa' },
          'transaction:confirm': { request: { id: 'aa' }, verify: ({ status }) => status !== 'expired' },
          'height:read': { request: {}, verify: (height) => height === 99 },
        },
        controls: {
          announce(page) {
            count += 1
            page.dispatchEvent(new WalletEvent({ id: `memory-${count}`, provider: createMemoryWallet().provider }))
          },
          breakChain() {
            answers = 'errors'
          },
          hangChain() {
            answers = 'none'
          },
        },
        destroy: () => undefined,
      }
    },
  }
}
