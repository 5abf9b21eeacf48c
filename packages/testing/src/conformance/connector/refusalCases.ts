import { check, expectCode } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import type { Waiting } from '../waiting.js'
import { connect, connectorCase, connectSilently, toConnected } from './connectorCase.js'
import type { ConnectorRig, ConnectorSubject } from './connectorSubject.js'

/** Rejections by the user. */
export const refusalCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'refusal: is a LatchkeyError with the code USER_REJECTED',
      why: 'A no is shown as a no, with a way to try again; anything else is shown as a fault of the wallet.',
      fix: "Map the wallet's code where it enters, as toLatchkeyError() does: only a no is USER_REJECTED.",
    },
    async (rig, wait) => expectCode('A refused connect()', await refuse(rig, wait), 'USER_REJECTED'),
  ),
  connectorCase(
    {
      name: 'refusal: gives no consent',
      why: 'Whoever said no is not to be connected by the next page load.',
      fix: 'Remember a connection after the wallet has agreed, never before.',
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
      why: 'Each try would leave another one, and events of a wallet that is not connected would come through.',
      fix: 'Listen to the wallet while somebody listens to you, or take the listeners off where connect() fails.',
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
      name: 'refusal: may be followed by a yes',
      why: 'The view of a refused connection offers to try again.',
      fix: 'Forget the refused request: neither its promise nor a flag of it may stay.',
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
