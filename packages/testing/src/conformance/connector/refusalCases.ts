import { check, expectCode } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import type { Waiting } from '../waiting.js'
import { connect, connectorCase, connectSilently, toConnected } from './connectorCase.js'
import type { ConnectorRig, ConnectorSubject } from './connectorSubject.js'

/** Rejections by the user. */
export const refusalCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'refusal: rejects with a LatchkeyError with the code USER_REJECTED',
      why: 'A rejection is shown as such, with a button to retry; anything else is shown as an error of the wallet.',
      fix: 'Convert errors of the wallet by their code, as toLatchkeyError() does: only a rejection is USER_REJECTED.',
    },
    async (rig, wait) => expectCode('A refused connect()', await refuse(rig, wait), 'USER_REJECTED'),
  ),
  connectorCase(
    {
      name: 'refusal: stores no consent',
      why: 'Users who rejected must not be connected by the next page load.',
      fix: 'Store a connection after the wallet has approved it, never before.',
    },
    async (rig, wait) => {
      await refuse(rig, wait)
      const thrown = await wait.reject('A silent connect() after a refusal', () => connectSilently(rig))
      expectCode('A silent connect() after a refusal', thrown, 'UNAUTHORIZED')
    },
  ),
  connectorCase(
    {
      name: 'refusal: leaves no listener on the wallet',
      why: 'Each attempt would add another one, and events of an unconnected wallet would come through.',
      fix: 'Listen to the wallet only while the connector has listeners, or remove the listeners when connect() fails.',
    },
    async (rig, wait) => {
      const listeners = need(rig.wallet.listeners, 'wallet.listeners')
      const before = listeners()
      await refuse(rig, wait)
      const left = listeners() - before
      check(left <= 0, `A refused connect() left ${left} listeners on the wallet.`)
    },
  ),
  connectorCase(
    {
      name: 'refusal: connecting again works if the user then approves',
      why: 'The view of a rejected connection offers to retry.',
      fix: 'Discard the rejected request, including its promise and flags.',
    },
    async (rig, wait) => {
      await refuse(rig, wait)
      await toConnected(rig, wait)
    },
  ),
]

async function refuse(rig: ConnectorRig, wait: Waiting): Promise<unknown> {
  await rig.wallet.reject()
  return wait.reject('A refused connect()', () => connect(rig))
}
