import type { ConnectorEvents, Namespace } from '@latchkey/core'
import { isAddress, isSameAddress } from '@latchkey/core/plugin'
import { check, describe, expectCode } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { connectorCase, connectSilently, toConnected, watchConnector } from './connectorCase.js'
import type { ConnectorSubject } from './connectorSubject.js'

/** Events of a connector. */
export const eventCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'change: reports only the accounts when another account is selected',
      why: 'Fields of the event overwrite the state, and an unchanged network may be stale.',
      fix: "Emit 'change' with the namespace and the new accounts, the selected one first.",
    },
    async (rig, wait) => {
      const selectAccount = need(rig.wallet.selectAccount, 'wallet.selectAccount')
      const { account } = await toConnected(rig, wait)
      const seen = watchConnector(rig.connector)
      await selectAccount(1)
      await wait.until("'change' after another account was selected", () => seen.changes.length > 0)
      await wait.quiet()
      seen.stop()
      expectOnly(seen.changes, rig.namespace, 'accounts')
      const address = seen.changes.at(-1)?.accounts?.[0]?.address
      check(isAddress(rig.namespace, address), `'change' returned ${describe(address)} as the selected account.`)
      const isOther = !isSameAddress(rig.namespace, address, account.address)
      check(isOther, "'change' returned the old account first after another one was selected.")
      check(seen.disconnects.length === 0, "'disconnect' was emitted when another account was selected.")
    },
  ),
  connectorCase(
    {
      name: 'change: reports only the network when the network is switched',
      why: 'Fields of the event overwrite the state, and unchanged accounts may be stale.',
      fix: "Emit 'change' with the namespace and the new `caipNetworkId`.",
    },
    async (rig, wait) => {
      const selectNetwork = need(rig.wallet.selectNetwork, 'wallet.selectNetwork')
      const { caipNetworkId } = need(rig.otherNetwork, 'otherNetwork')
      await toConnected(rig, wait)
      const seen = watchConnector(rig.connector)
      await selectNetwork(caipNetworkId)
      await wait.until("'change' after the network was switched in the wallet", () => seen.changes.length > 0)
      await wait.quiet()
      seen.stop()
      expectOnly(seen.changes, rig.namespace, 'caipNetworkId')
      const now = seen.changes.at(-1)?.caipNetworkId
      check(now === caipNetworkId, `'change' returned ${describe(now)}; the wallet is on ${caipNetworkId}.`)
      check(seen.disconnects.length === 0, "'disconnect' was emitted when the network was switched.")
    },
  ),
  connectorCase(
    {
      name: 'change: unsubscribing removes only that listener',
      why: 'A modal listens to connected wallets only, and must get no events of others.',
      fix: 'Return from on() a function that removes only this listener and can be called twice.',
    },
    async (rig, wait) => {
      const selectAccount = need(rig.wallet.selectAccount, 'wallet.selectAccount')
      await toConnected(rig, wait)
      const [left, stayed] = [watchConnector(rig.connector), watchConnector(rig.connector)]
      left.stop()
      left.stop()
      await selectAccount(1)
      await wait.until("'change' for the listener that stayed", () => stayed.changes.length > 0)
      await wait.quiet()
      stayed.stop()
      check(left.count() === 0, "A listener was called after it had unsubscribed from 'change'.")
    },
  ),
  connectorCase(
    {
      name: 'change: still calls other listeners after one has thrown',
      why: 'Several parts of an app listen; an error in one must not affect the others.',
      fix: 'Call each listener in its own try block, and report its error.',
    },
    async (rig, wait) => {
      const selectAccount = need(rig.wallet.selectAccount, 'wallet.selectAccount')
      await toConnected(rig, wait)
      const stop = rig.connector.on('change', () => {
        throw new Error('A listener of a conformance case throws on purpose.')
      })
      const seen = watchConnector(rig.connector)
      await selectAccount(1)
      await wait.until("'change' for the listener after one that throws", () => seen.changes.length > 0)
      seen.stop()
      stop()
    },
  ),
  connectorCase(
    {
      name: 'disconnect event: reports that the wallet has revoked access',
      why: 'The modal would show an account that the wallet no longer shares.',
      fix: "Emit 'disconnect' with the namespace when the wallet revokes the permission, and have no accounts afterwards.",
    },
    async (rig, wait) => {
      const revokeAccess = need(rig.wallet.revokeAccess, 'wallet.revokeAccess')
      await toConnected(rig, wait)
      const seen = watchConnector(rig.connector)
      await revokeAccess()
      await wait.until("'disconnect' after the wallet revoked access", () => seen.disconnects.length > 0)
      await wait.quiet()
      seen.stop()
      const { disconnects } = seen
      check(disconnects.length === 1, `'disconnect' was emitted ${disconnects.length} times for one event.`)
      check(disconnects[0]?.namespace === rig.namespace, `'disconnect' came with ${describe(disconnects[0])}.`)
      const thrown = await wait.reject('A silent connect() after the wallet revoked access', () => connectSilently(rig))
      expectCode('A silent connect() after the wallet revoked access', thrown, 'UNAUTHORIZED')
    },
  ),
]

const contents = ['accounts', 'caipNetworkId', 'approvedCaipNetworkIds'] as const

function expectOnly(
  changes: readonly ConnectorEvents['change'][],
  namespace: Namespace,
  name: (typeof contents)[number],
): void {
  for (const change of changes) {
    check(change.namespace === namespace, `'change' came with the namespace ${describe(change.namespace)}.`)
    const carried = contents.filter((field) => change[field] !== undefined)
    check(carried.join() === name, `'change' carried ${carried.join(' and ') || 'nothing'}, not just ${name}.`)
  }
}
