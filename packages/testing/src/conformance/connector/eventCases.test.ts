import type { ConnectorEvents } from '@latchkey/core'
import { describe, it } from 'vitest'
import { createMemorySubject, type Spoil } from '../testing/createMemorySubject.js'
import { zone } from '../testing/createMemoryWallet.js'
import { findFailures } from '../testing/findFailures.js'
import { failed, hearing, telling } from '../testing/spoils.js'
import { connectorCases } from './connectorCases.js'

type OnChange = (change: ConnectorEvents['change']) => void

const ofAccount = 'change: reports only the accounts when another account is selected'

const ofNetwork = 'change: reports only the network when the network is switched'

const ofUnsubscribing = 'change: unsubscribing removes only that listener'

/** The defect, and the one case that must find it. */
const sins: readonly (readonly [sin: string, caught: string, spoil: Spoil])[] = [
  [
    'reports the network along with an account change',
    ofAccount,
    telling(({ accounts }) => (accounts ? { caipNetworkId: zone.caipNetworkId } : {})),
  ],
  [
    'reports an account in another namespace',
    ofAccount,
    telling(({ accounts }) => (accounts ? { namespace: 'eip155' } : {})),
  ],
  [
    'lists the selected account last',
    ofAccount,
    telling(({ accounts }) => (accounts ? { accounts: accounts.toReversed() } : {})),
  ],
  [
    'reports accounts along with a network change',
    ofNetwork,
    telling(({ accounts }) =>
      accounts ? {} : { accounts: [{ namespace: 'cosmos', address: 'hub1qq', type: 'eoa' }] },
    ),
  ],
  [
    'does not report a network switch',
    ofNetwork,
    hearing('change', (on) => (listener) => on((change) => change.accounts && listener(change))),
  ],
  [
    'ignores unsubscribing',
    ofUnsubscribing,
    hearing('change', (on) => (listener) => {
      on(listener)
      return () => undefined
    }),
  ],
  [
    'unsubscribes all listeners at once',
    ofUnsubscribing,
    hearing('change', (on) => {
      const stops: (() => void)[] = []
      return (listener) => {
        stops.push(on(listener))
        return () => {
          for (const stop of stops) stop()
        }
      }
    }),
  ],
  [
    'stops at a listener that throws',
    'change: still calls other listeners after one has thrown',
    hearing('change', (on) => {
      const listeners = new Set<OnChange>()
      return (listener) => {
        if (listeners.size === 0)
          on((change) => {
            for (const each of listeners) each(change)
          })
        listeners.add(listener)
        return () => void listeners.delete(listener)
      }
    }),
  ],
  [
    'does not report that the wallet disconnected',
    'disconnect event: reports that the wallet has revoked access',
    hearing('disconnect', () => () => () => undefined),
  ],
  [
    'reports twice that the wallet disconnected',
    'disconnect event: reports that the wallet has revoked access',
    hearing(
      'disconnect',
      (on) => (listener) =>
        on((event) => {
          listener(event)
          listener(event)
        }),
    ),
  ],

  [
    'creates a new provider for each call',
    'getProvider: returns the same object every time',
    (_, { provider }) => ({ getProvider: async () => ({ ...provider }) }),
  ],
  [
    'fails to disconnect without a connection',
    'disconnect: may be called twice, and without a connection',
    (good, { provider }) => ({
      disconnect: async (request) => (provider.accounts().length > 0 ? good.disconnect(request) : failed()),
    }),
  ],
  ['keeps its consent on disconnect', 'disconnect: revokes the consent', () => ({ disconnect: async () => undefined })],
  [
    'cannot be destroyed twice',
    'destroy: may be called twice',
    (good) => {
      let isOver = false
      return {
        destroy() {
          if (isOver) failed()
          isOver = true
          good.destroy()
        },
      }
    },
  ],
  [
    'keeps listening to the wallet',
    'destroy: leaves no listener on the wallet',
    (good, { provider }) => ({
      destroy() {
        good.destroy()
        provider.on(() => undefined)
      },
    }),
  ],
  [
    'emits changes after destroy',
    'destroy: emits nothing afterwards',
    (good) => {
      const listeners: OnChange[] = []
      return {
        on(event, listener) {
          if (event === 'change') listeners.push(listener as OnChange)
          return good.on(event, listener)
        },
        destroy() {
          good.destroy()
          setTimeout(() => {
            for (const listener of listeners) listener({ namespace: 'cosmos' })
          }, 20)
        },
      }
    },
  ],
]

describe('a bad connector', () => {
  it.concurrent.for(sins)('that %s fails "%s"', async ([, caught, spoil], { expect }) => {
    expect(await findFailures(connectorCases, createMemorySubject(spoil))).toEqual([caught])
  })
})
