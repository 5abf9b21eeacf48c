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
    'was built for another contract',
    'plugin: has a kind, the version of the contract and a namespace',
    () => ({ apiVersion: 2 as never }),
  ],
  ['brings a foreign network', ofNetworks, () => ({ networks: [{ ...hub, caipNetworkId: 'eip155:1' }] })],
  ['brings a network twice', ofNetworks, () => ({ networks: [hub, hub] })],
  [
    'begins before its time',
    'plugin: does nothing before setup',
    () => {
      setTimeout(() => undefined, 0)
      return {}
    },
  ],
  [
    'takes the window for granted',
    'setup: works without a window',
    atWork((_, { env }) => (env.window() ? {} : failed())),
  ],
  [
    'has timers of its own',
    'setup: uses browser globals only through env',
    atWork(() => {
      setTimeout(() => undefined, 0)
      return {}
    }),
  ],
  [
    'reports home',
    'setup: makes no network request',
    atWork((_, { env, warn }) => {
      env.fetch('https://vendor.example').catch(warn)
      return {}
    }),
  ],

  [
    'makes connectors for each caller',
    ofObjects,
    atWork((good) => ({ getConnectors: () => good.getConnectors().map((connector) => ({ ...connector })) })),
  ],
  [
    'makes all connectors anew when one comes',
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
  ['has one id for all', ofIds, listing((connector) => ({ ...connector, meta: { ...connector.meta, id: 'memory' } }))],
  [
    'lists wallets of other chains',
    ofIds,
    listing((connector) => ({ ...connector, meta: { ...connector.meta, namespaces: ['solana'] } })),
  ],
  [
    'tells of a wallet before it is there',
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
    'cannot be left',
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
    'has one instance for all modals',
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
    'ends all modals with one',
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
