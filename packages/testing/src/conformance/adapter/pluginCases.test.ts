import type { AdapterInstance, Connector } from '@latchkey/core'
import { describe, it } from 'vitest'
import { atWork, createMemoryAdapterSubject, type SpoilAdapter } from '../testing/createMemoryAdapterSubject.js'
import { hub } from '../testing/createMemoryWallet.js'
import { findFailures } from '../testing/findFailures.js'
import { failed } from '../testing/spoils.js'
import { adapterCases } from './adapterCases.js'

/** Changes each connector, once. */
const listing = (alter: (connector: Connector) => Connector): SpoilAdapter =>
  atWork((good) => {
    const altered = new Map<Connector, Connector>()
    const toAltered = (connector: Connector): Connector => {
      const known = altered.get(connector) ?? alter(connector)
      altered.set(connector, known)
      return known
    }
    return { getConnectors: () => good.getConnectors().map(toAltered) }
  })

const ofNetworks = 'plugin: lists networks of its namespace, each once'

const ofObjects = 'connectors: returns the same objects every time'

const ofIds = 'connectors: each has its own id and serves the namespace of the adapter'

/** The defect, and the one case that must find it. */
const sins: readonly (readonly [sin: string, caught: string, spoil: SpoilAdapter])[] = [
  [
    'has an unsupported apiVersion',
    'plugin: has a kind, the version of the contract and a namespace',
    () => ({ apiVersion: 2 as never }),
  ],
  [
    'includes a network of another namespace',
    ofNetworks,
    () => ({ networks: [{ ...hub, caipNetworkId: 'eip155:1' }] }),
  ],
  ['includes a network twice', ofNetworks, () => ({ networks: [hub, hub] })],
  [
    'starts a timer before setup',
    'plugin: does nothing before setup',
    () => {
      setTimeout(() => undefined, 0)
      return {}
    },
  ],
  ['requires a window', 'setup: works without a window', atWork((_, { env }) => (env.window() ? {} : failed()))],
  [
    'calls the global setTimeout',
    'setup: uses browser globals only through env',
    atWork(() => {
      setTimeout(() => undefined, 0)
      return {}
    }),
  ],
  [
    'sends a request during setup',
    'setup: makes no network request',
    atWork((_, { env, warn }) => {
      env.fetch('https://vendor.example').catch(warn)
      return {}
    }),
  ],

  [
    'creates new connectors for each call',
    ofObjects,
    atWork((good) => ({ getConnectors: () => good.getConnectors().map((connector) => ({ ...connector })) })),
  ],
  [
    'recreates all connectors when one is added',
    ofObjects,
    atWork((good) => {
      let known: readonly Connector[] = []
      return {
        getConnectors() {
          const now = good.getConnectors()
          if (now.length !== known.length) known = now.map((connector) => ({ ...connector }))
          return known
        },
      }
    }),
  ],
  [
    'gives all connectors the same id',
    ofIds,
    listing((connector) => ({ ...connector, meta: { ...connector.meta, id: 'memory' } })),
  ],
  [
    'lists connectors of another namespace',
    ofIds,
    listing((connector) => ({ ...connector, meta: { ...connector.meta, namespaces: ['solana'] } })),
  ],
  [
    'notifies of a wallet before listing it',
    'onConnectorsChange: reports a wallet that is announced later',
    atWork((good) => {
      let known: readonly Connector[] = []
      good.onConnectorsChange(() => {
        setTimeout(() => {
          known = good.getConnectors()
        }, 10)
      })
      return { getConnectors: () => known }
    }),
  ],
  [
    'ignores unsubscribing',
    'onConnectorsChange: unsubscribing removes only that listener',
    atWork((good) => ({
      onConnectorsChange(listener) {
        good.onConnectorsChange(listener)
        return () => undefined
      },
    })),
  ],
  [
    'stops at a listener that throws',
    'onConnectorsChange: still calls other listeners after one has thrown',
    atWork((good) => {
      const listeners = new Set<() => void>()
      good.onConnectorsChange(() => {
        for (const listener of listeners) listener()
      })
      return {
        onConnectorsChange(listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        destroy() {
          listeners.clear()
          good.destroy()
        },
      }
    }),
  ],
  [
    'shares one instance between all modals',
    'instances: two instances of one plugin share no state',
    (good) => {
      let shared: AdapterInstance | undefined
      return {
        setup(context) {
          shared ??= good.setup(context)
          return shared
        },
      }
    },
  ],
  [
    'destroys all instances with one',
    'instances: two instances of one plugin share no state',
    (good) => {
      const all: AdapterInstance[] = []
      return {
        setup(context) {
          const instance = good.setup(context)
          all.push(instance)
          return {
            ...instance,
            destroy() {
              for (const each of all) each.destroy()
            },
          }
        },
      }
    },
  ],
]

describe('a bad adapter', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(adapterCases, createMemoryAdapterSubject(spoil))).toEqual([caught])
  })
})
