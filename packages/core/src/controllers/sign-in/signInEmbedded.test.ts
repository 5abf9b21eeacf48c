import { expect, test } from 'vitest'
import { FrameFailedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createLoggedInWorld, createOpenLoginWorld, email, type LoginWorld } from '../../testing/createLoginWorld.js'
import { viewOf } from '../../testing/createSiwxWorld.js'
import { createTestSiwx, siwxSettled, type TestSiwx } from '../../testing/createTestSiwx.js'
import { settle } from '../../testing/settle.js'
import { startEmailLogin } from '../login/emailLogin.js'
import { signMessage } from '../requests/wallet.js'
import { close } from '../shell/actions.js'
import { signIn } from './signIn.js'

type World = LoginWorld & { readonly test: TestSiwx }

/** Alice has logged in by email, and is asked to sign in. */
async function createAsked(isRequired = false): Promise<World> {
  const test = createTestSiwx({ isRequired })
  return { ...(await createLoggedInWorld({ siwx: test.siwx })), test }
}

async function sign({ modal }: World): Promise<void> {
  signIn(modal).catch(() => undefined) // the state has the outcome
  await siwxSettled()
}

const siwxOf = ({ modal }: World) => modal.getState().siwx

test('asks a user who logged in by email to sign in once all namespaces are connected', async () => {
  const siwx = createTestSiwx()
  const world = createOpenLoginWorld({ siwx: siwx.siwx })
  const { login, modal } = world
  let go = (): void => undefined
  login.gates.set(
    'solana',
    new Promise((resolve) => {
      go = resolve
    }),
  )
  void startEmailLogin(modal, { email })
  await settle()
  login.last('login').approve('CONNECT')
  await siwxSettled()
  // EVM is connected without a session: one request at a time
  expect([viewOf(world), getConnection(modal.getState()) !== undefined, modal.getState().siwx.status]).toEqual([
    'Connect',
    true,
    'signedOut',
  ])
  go()
  await siwxSettled()
  expect([viewOf(world), getConnection(modal.getState(), 'solana') !== undefined]).toEqual(['SIWXSignMessage', true])
})

test('shows the approval screen above the sign-in view, and closes the modal once signed', async () => {
  const world = await createAsked()
  expect(viewOf(world)).toBe('SIWXSignMessage')
  await sign(world)
  expect([viewOf(world), siwxOf(world).status]).toEqual(['ApproveTransaction', 'signing'])
  expect(world.modal.getState().router.stack.map(({ view }) => view)).toEqual(['SIWXSignMessage', 'ApproveTransaction'])
  world.login.last('sign').approve()
  await siwxSettled()
  expect([viewOf(world), siwxOf(world).status]).toEqual([undefined, 'signedIn'])
})

test('returns to the sign-in view while the signature is verified', async () => {
  const world = await createAsked()
  const go = world.test.hold('addSession')
  await sign(world)
  world.login.last('sign').approve()
  await siwxSettled()
  expect([viewOf(world), siwxOf(world).status]).toEqual(['SIWXSignMessage', 'signing'])
  go()
  await siwxSettled()
  expect([viewOf(world), siwxOf(world).status]).toEqual([undefined, 'signedIn'])
})

test('[S4.23] returns to the sign-in view with the error when the user declines', async () => {
  const world = await createAsked()
  await sign(world)
  world.login.last('sign').fail({ code: 4001 })
  await siwxSettled()
  expect([viewOf(world), siwxOf(world)]).toMatchObject([
    'SIWXSignMessage',
    { status: 'signedOut', error: { code: 'USER_REJECTED' } },
  ])
  await sign(world)
  world.login.last('sign').approve()
  await siwxSettled()
  expect([viewOf(world), siwxOf(world).status]).toEqual([undefined, 'signedIn'])
})

test('returns to the sign-in view with the error if the frame fails', async () => {
  const world = await createAsked()
  await sign(world)
  world.login.last('sign').fail(new FrameFailedError())
  await siwxSettled()
  expect([viewOf(world), siwxOf(world)]).toMatchObject(['SIWXSignMessage', { error: { code: 'FRAME_FAILED' } }])
})

test('[S2.14] the approval screen of a required sign-in shakes instead of closing; declining returns to sign-in', async () => {
  const world = await createAsked(true)
  await sign(world)
  expect(close(world.modal)).toBe(false)
  expect([viewOf(world), world.modal.getState().modal.shake]).toEqual(['ApproveTransaction', true])
  expect(world.login.open()).toEqual(['sign 1'])
  world.login.last('sign').fail({ code: 4001 })
  await siwxSettled()
  expect(viewOf(world)).toBe('SIWXSignMessage')
})

test('closing the approval screen of an optional sign-in aborts it without asking again', async () => {
  const world = await createAsked()
  await sign(world)
  expect(close(world.modal)).toBe(true)
  await siwxSettled()
  expect([viewOf(world), siwxOf(world).status, world.login.calls.at(-1)]).toEqual([undefined, 'signedOut', 'reject'])
})

test('an app request made before a required sign-in completes and closes the modal', async () => {
  const world = await createAsked(true)
  close(world.modal, { force: true })
  const signing = signMessage(world.modal, { message: 'Hello' })
  await settle()
  expect(viewOf(world)).toBe('ApproveTransaction')
  world.login.last('sign').approve()
  await settle()
  expect([await signing, viewOf(world)]).toEqual([expect.stringContaining('0xsigned'), undefined])
})
