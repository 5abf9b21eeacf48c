import { isRecord } from '@latchkey/core'
import { check, describe, expectCode } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { connectorCase, connectSilently, disconnect, toConnected, watchConnector } from './connectorCase.js'
import type { ConnectorSubject } from './connectorSubject.js'

/** The wallet's own interface, and the end of a connection and of a connector. */
export const endCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'getProvider: returns the same object every time',
      why: 'Libraries store it and add listeners, which would miss the events of a second object.',
      fix: 'Create the provider once, and always return it.',
    },
    async (rig, wait) => {
      await toConnected(rig, wait)
      const { connector, namespace } = rig
      const first = await wait.settle('getProvider()', () => connector.getProvider({ namespace }))
      const second = await wait.settle('getProvider()', () => connector.getProvider({ namespace }))
      check(isRecord(first) || typeof first === 'function', `getProvider() returned ${describe(first)}.`)
      check(first === second, 'getProvider() returned another object the second time.')
    },
  ),
  connectorCase(
    {
      name: 'disconnect: may be called twice, and without a connection',
      why: 'Tabs, the wallet and the user may end a connection at the same time.',
      fix: 'Resolve if there is nothing to end.',
    },
    async (rig, wait) => {
      await wait.settle('disconnect() without a connection', () => disconnect(rig))
      await toConnected(rig, wait)
      await wait.settle('disconnect()', () => disconnect(rig))
      await wait.settle('The second disconnect()', () => disconnect(rig))
    },
  ),
  connectorCase(
    {
      name: 'disconnect: revokes the consent',
      why: 'Users who disconnect must stay disconnected, although the next page load tries a silent connect.',
      fix: 'Revoke the permission in the wallet, as `wallet_revokePermissions` does.',
    },
    async (rig, wait) => {
      need(rig.wallet.canRevoke, 'wallet.canRevoke')
      await toConnected(rig, wait)
      await wait.settle('disconnect()', () => disconnect(rig))
      const thrown = await wait.reject('A silent connect() after disconnect()', () => connectSilently(rig))
      expectCode('A silent connect() after disconnect()', thrown, 'UNAUTHORIZED')
    },
  ),
  connectorCase(
    {
      name: 'destroy: may be called twice',
      why: 'The modal and the adapter both destroy a connector.',
      fix: 'Let the second destroy() do nothing.',
    },
    async (rig, wait) => {
      await toConnected(rig, wait)
      await wait.settle('destroy()', () => rig.connector.destroy())
      await wait.settle('The second destroy()', () => rig.connector.destroy())
    },
  ),
  connectorCase(
    {
      name: 'destroy: leaves no listener on the wallet',
      why: 'Pages create and destroy modals as they render, so leftover listeners would leak memory.',
      fix: 'Remove every listener of the connector from the wallet in destroy().',
    },
    async (rig, wait) => {
      const listeners = need(rig.wallet.listeners, 'wallet.listeners')
      await toConnected(rig, wait)
      watchConnector(rig.connector)
      rig.connector.destroy()
      await wait.quiet()
      check(listeners() === 0, `destroy() left ${listeners()} listeners on the wallet.`)
    },
  ),
  connectorCase(
    {
      name: 'destroy: emits nothing afterwards',
      why: 'The listeners belong to a destroyed modal.',
      fix: 'Remove all listeners of the connector in destroy().',
    },
    async (rig, wait) => {
      const selectAccount = need(rig.wallet.selectAccount, 'wallet.selectAccount')
      await toConnected(rig, wait)
      const seen = watchConnector(rig.connector)
      rig.connector.destroy()
      const before = seen.count()
      await selectAccount(1)
      await rig.wallet.revokeAccess?.()
      await wait.quiet()
      check(seen.count() === before, `After destroy() it emitted ${describe([...seen.changes, ...seen.disconnects])}.`)
    },
  ),
]
