import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  oneof,
  readConfigureGlobal,
  subarray,
  tuple,
} from 'fast-check'
import { expect, test, vi } from 'vitest'
import '../../errors/toLatchkeyError.js'
import { getConnection } from '../../modal/connections.js'
import { internals } from '../../modal/modal.js'
import { createPairingWorld, type PairingWorld } from '../../testing/createPairingWorld.js'
import { rejection } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { close, getRoute, goBack, open } from '../shell/actions.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { startPairing } from './pair.js'

type Step = { readonly name: string; run(world: PairingWorld): unknown }

const namespaces = ['eip155', 'solana'] as const
const quiet = (promise: Promise<unknown>): void => void promise.catch(() => undefined)

const steps = oneof(
  constantFrom<Step>(
    { name: 'start', run: ({ modal }) => quiet(startPairing(modal)) },
    { name: 'start w1', run: ({ modal }) => quiet(startPairing(modal, { walletId: 'w1' })) },
    { name: 'start solana', run: ({ modal }) => quiet(startPairing(modal, { namespace: 'solana' })) },
    { name: 'decline', run: ({ pairing }) => pairing.requests.at(-1)?.fail(rejection) },
    { name: 'close', run: ({ modal }) => close(modal) },
    { name: 'back', run: ({ modal }) => goBack(modal) },
    { name: 'open', run: ({ modal }) => open(modal) },
    { name: 'wallet ends', run: ({ pairing }) => pairing.end() },
    { name: 'disconnect', run: ({ modal }) => quiet(disconnect(modal)) },
    { name: 'disconnect solana', run: ({ modal }) => quiet(disconnect(modal, { namespace: 'solana' })) },
    {
      name: 'other wallet',
      run: ({ modal, wallet }) => quiet(connect(modal, { connectorId: wallet.connector.meta.id })),
    },
    { name: 'half a second', run: ({ clock }) => clock.advance(500) },
    { name: 'two seconds', run: ({ clock }) => clock.advance(2_000) },
  ),
  subarray([...namespaces]).map(
    (agreed): Step => ({
      name: `approve ${agreed.join()}`,
      run: ({ pairing }) => pairing.requests.at(-1)?.approve(...agreed),
    }),
  ),
)

const connectedBy = ({ modal }: PairingWorld, connectorId: string): readonly string[] =>
  namespaces.filter((namespace) => getConnection(modal.getState(), namespace)?.connectorId === connectorId)

test('for any sequence of steps, there is a session exactly if there is a connection, and nothing is left open', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await assert(
    asyncProperty(array(tuple(steps, boolean()), { maxLength: 12 }), async (script) => {
      const world = createPairingWorld()
      const { modal, clock, pairing } = world
      for (const [step, isSettled] of script) {
        step.run(world)
        if (isSettled) await settle()
      }
      await settle()
      const { ask } = modal.getState()
      // errors stay readable
      if (ask && !ask.error) expect(getRoute(modal.getState()).view).toBe('ConnectingWalletConnect')

      close(modal, { force: true })
      await clock.advance(5_000)
      expect(modal.getState().ask?.error === undefined ? modal.getState().ask : undefined).toBeUndefined()
      expect(modal[internals].pairing).toBeUndefined()
      expect([...modal[internals].attempts.keys()]).toEqual([])
      expect(clock.pending()).toBe(0)
      const connected = connectedBy(world, 'walletConnect')
      expect(pairing.session.length > 0).toBe(connected.length > 0)
      expect(pairing.session).toEqual(expect.arrayContaining([...connected]))
      modal.destroy()
      expect(pairing.listenerCount()).toBe(0)
    }),
    { numRuns: readConfigureGlobal().numRuns ?? 300 },
  )
})
