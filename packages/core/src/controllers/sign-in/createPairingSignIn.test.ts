import { expect, test, vi } from 'vitest'
import type { PairingSignIn } from '../../contracts/auth.js'
import { alice } from '../../testing/accounts.js'
import { createPairingWorld, type PairingWorld, testCode } from '../../testing/createPairingWorld.js'
import { createTestClock } from '../../testing/createTestClock.js'
import { createTestSession, createTestSiwx, siwxSettled, type TestSiwx } from '../../testing/createTestSiwx.js'
import { startPairing } from '../connection/pair.js'
import { switchNetwork } from '../network/switch.js'
import { close, getRoute, watchEvents } from '../shell/actions.js'
import type { ModalEvent } from '../shell/state.js'
import { siwxTimeouts } from './state.js'

type World = PairingWorld & { readonly test: TestSiwx; readonly events: ModalEvent[] }

function createWorld(): World {
  const clock = createTestClock()
  const own = createTestSiwx({ now: clock.now })
  const world = createPairingWorld({ clock, siwx: own.siwx })
  const events: ModalEvent[] = []
  watchEvents(world.modal, (event) => events.push(event))
  return { ...world, test: own, events }
}

/** Starts a pairing for EVM only, and passes it to the wallet. */
async function startOnEvm(world: World): Promise<{ readonly flow: Promise<unknown>; readonly signIn: PairingSignIn }> {
  const flow = startPairing(world.modal, { namespace: 'eip155' })
  await siwxSettled()
  const { signIn } = world.pairing.last()
  if (!signIn) throw new Error('The wallet is not asked to sign in.')
  return { flow, signIn }
}

const statusOf = ({ modal }: World): string => modal.getState().siwx.status

const viewOf = ({ modal }: World): string | undefined =>
  modal.getState().modal.open ? getRoute(modal.getState()).view : undefined

test('[S4.25] an EVM-only pairing offers to sign in while connecting, on all networks', async () => {
  const world = createWorld()
  await switchNetwork(world.modal, { network: 'eip155:10' })
  const { signIn } = await startOnEvm(world)
  expect(signIn.chainIds).toEqual(['eip155:10', 'eip155:1'])
  expect(await signIn.createMessage()).toMatchObject({ chainId: 'eip155:10', domain: 'app.example', nonce: 'nonce1' })
  expect(await signIn.createMessage()).toMatchObject({ nonce: 'nonce2' })
})

test('[S4.25] a pairing for several namespaces does not offer to sign in', async () => {
  const world = createWorld()
  startPairing(world.modal).catch(() => undefined)
  await siwxSettled()
  expect([world.pairing.last().namespaces, world.pairing.last().signIn, world.test.calls]).toEqual([
    ['eip155', 'solana'],
    undefined,
    [],
  ])
})

test('a pairing does not offer to sign in without the siwx option', async () => {
  const { modal, pairing } = createPairingWorld()
  startPairing(modal, { namespace: 'eip155' }).catch(() => undefined)
  await siwxSettled()
  expect(pairing.last().signIn).toBeUndefined()
})

test('[S4.25] passes the signed session to the app while "Authenticating..." shows, and does not ask again', async () => {
  const world = createWorld()
  const { modal, pairing, test: own } = world
  const { flow, signIn } = await startOnEvm(world)
  const handing = own.hold('addSession')
  signIn.onSigned([createTestSession('eip155:1', alice.address)])
  pairing.last().approve('eip155')
  await siwxSettled()
  expect(modal.getState()).toMatchObject({
    toast: { variant: 'loading', message: { code: 'AUTHENTICATING' } },
    namespaces: { eip155: { connection: { status: 'disconnected' } } },
  })
  handing()
  await flow
  await siwxSettled()
  expect([statusOf(world), viewOf(world), modal.getState().toast]).toEqual(['signedIn', undefined, undefined])
  expect(own.count('createMessage')).toBe(1)
  expect(world.events).toContainEqual(
    expect.objectContaining({
      event: 'SIWX_AUTH_SUCCESS',
      properties: { network: 'eip155:1', isSmartAccount: false },
    }),
  )
})

test('one accepted session of several is enough to sign in', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createWorld()
  const { flow, signIn } = await startOnEvm(world)
  signIn.onSigned([
    createTestSession('eip155:1', alice.address),
    { ...createTestSession('eip155:10', alice.address), signature: 'the nonce is used by now' },
  ])
  world.pairing.last().approve('eip155')
  await flow
  await siwxSettled()
  expect([statusOf(world), viewOf(world), world.test.count('addSession')]).toEqual(['signedIn', undefined, 2])
})

test('waits for an unresponsive server once, not once per session', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createWorld()
  let count = 0
  world.test.siwx.addSession = () => {
    count++
    return new Promise(() => undefined)
  }
  const { flow, signIn } = await startOnEvm(world)
  signIn.onSigned(['eip155:1', 'eip155:10'].map((id) => createTestSession(id as 'eip155:1', alice.address)))
  world.pairing.last().approve('eip155')
  await siwxSettled()
  await world.clock.advance(siwxTimeouts.verify)
  await flow
  expect([count, world.modal.getState().namespaces.eip155?.connection.status]).toEqual([1, 'connected'])
})

test('passes the first session together with the others of its account, as they share a nonce', async () => {
  const world = createWorld()
  const seen: (readonly string[])[] = []
  const { addSession } = world.test.siwx
  world.test.siwx.addSession = async (session, others = []) => {
    seen.push([session, ...others].map(({ data }) => `${data.chainId} ${data.accountAddress}`))
    await addSession(session)
  }
  const { flow, signIn } = await startOnEvm(world)
  const other = `0x${'ab'.repeat(20)}`
  signIn.onSigned([
    createTestSession('eip155:1', alice.address),
    createTestSession('eip155:1', other),
    createTestSession('eip155:10', alice.address),
  ])
  world.pairing.last().approve('eip155')
  await flow
  expect(seen).toEqual([
    [`eip155:1 ${alice.address}`, `eip155:10 ${alice.address}`],
    [`eip155:1 ${other}`],
    [`eip155:10 ${alice.address}`],
  ])
})

test('shows the sign-in view if the signature is rejected', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createWorld()
  const { flow, signIn } = await startOnEvm(world)
  signIn.onSigned([{ ...createTestSession('eip155:1', alice.address), signature: 'forged' }])
  world.pairing.last().approve('eip155')
  await flow
  await siwxSettled()
  expect([statusOf(world), viewOf(world), world.modal.getState().toast]).toEqual([
    'signedOut',
    'SIWXSignMessage',
    undefined,
  ])
  expect(world.events.filter(({ event }) => event === 'SIWX_AUTH_ERROR')).toMatchObject([
    { properties: { network: 'eip155:1', code: 'SIGN_IN_FAILED' } },
  ])
})

test('shows the sign-in view if the wallet connects without signing', async () => {
  const world = createWorld()
  const { flow } = await startOnEvm(world)
  world.pairing.last().approve('eip155')
  await flow
  await siwxSettled()
  expect([statusOf(world), viewOf(world)]).toEqual(['signedOut', 'SIWXSignMessage'])
  expect(world.test.count('addSession')).toBe(0)
})

test.each<[string, (world: World) => unknown]>([
  ['fails', ({ test: own }) => own.faults.set('createMessage', new Error('down'))],
  ['does not respond', ({ test: own }) => own.hold('createMessage')],
])('a server that %s does not prevent connecting', async (_, happen) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const world = createWorld()
  happen(world)
  const flow = startPairing(world.modal, { namespace: 'eip155' })
  await siwxSettled()
  await world.clock.advance(siwxTimeouts.pairing)
  await siwxSettled()
  expect([world.pairing.last().signIn, warn.mock.calls.length]).toEqual([undefined, 1])
  world.pairing.last().onCode(testCode)
  world.pairing.last().approve('eip155')
  expect(await flow).toHaveLength(1)
})

test('closing before the message is created sends no request to the wallet', async () => {
  const world = createWorld()
  world.test.hold('createMessage')
  const flow = startPairing(world.modal, { namespace: 'eip155' })
  await siwxSettled()
  close(world.modal)
  await expect(flow).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  expect([world.pairing.requests, world.modal.getState().ask]).toEqual([[], undefined])
})
