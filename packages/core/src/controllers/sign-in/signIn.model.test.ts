import { array, assert, asyncProperty, boolean, constantFrom, oneof, readConfigureGlobal, record } from 'fast-check'
import { expect, test, vi } from 'vitest'
import { alice, bob } from '../../testing/accounts.js'
import { createSiwxWorld, type SiwxWorld, viewOf } from '../../testing/createSiwxWorld.js'
import { restored } from '../../testing/createTestModal.js'
import { createTestSession, createTestSiwx, siwxSettled } from '../../testing/createTestSiwx.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { close, goBack } from '../shell/actions.js'
import { cancelSignIn } from './cancel.js'
import { signIn } from './signIn.js'
import { signOut } from './signOut.js'

// Random sequences of actions by users, wallets and other tabs: the sign-in always ends up in a documented state, and the user can always
// leave.

const numRuns = readConfigureGlobal().numRuns ?? 100

const connectorId = 'org.example.wallet'

const steps = constantFrom(
  'esc',
  'back',
  'cancel',
  'sign',
  'approve',
  'reject',
  'account',
  'network',
  'reload',
  'disconnect',
  'connect',
  'signOut',
  'signInElsewhere',
  'signOutElsewhere',
  'wait',
  'force',
)

type Step = typeof steps extends { generate(...input: never): { readonly value: infer step } } ? step : never

const isConnected = ({ modal }: SiwxWorld): boolean =>
  modal.getState().namespaces.eip155?.connection.status === 'connected'

async function take(world: SiwxWorld, step: Step): Promise<SiwxWorld> {
  const { modal, wallet, test: own, clock, storage } = world
  const quietly = (promise: Promise<unknown>): void => void promise.catch(() => undefined)
  if (step === 'esc') close(modal)
  if (step === 'back') goBack(modal)
  if (step === 'force') close(modal, { force: true })
  if (step === 'cancel') quietly(cancelSignIn(modal))
  if (step === 'sign') quietly(signIn(modal))
  if (step === 'signOut') quietly(signOut(modal))
  if (step === 'disconnect') quietly(disconnect(modal))
  if (step === 'connect') quietly(connect(modal, { connectorId }))
  if (step === 'approve' || step === 'reject') {
    const request = wallet.requests.findLast(({ action }) => action === 'sign')
    if (step === 'approve') request?.approve()
    else request?.reject(rejection)
  }
  const connection = modal.getState().namespaces.eip155?.connection
  if (step === 'account' && connection?.status === 'connected') {
    wallet.accounts = wallet.accounts[0] === alice ? [bob] : [alice]
    wallet.emit('change', { namespace: 'eip155', accounts: wallet.accounts })
  }
  if (step === 'network' && connection?.status === 'connected') {
    wallet.caipNetworkId = wallet.caipNetworkId === 'eip155:1' ? 'eip155:10' : 'eip155:1'
    wallet.emit('change', { namespace: 'eip155', caipNetworkId: wallet.caipNetworkId })
  }
  if (step === 'signInElsewhere') {
    const { address } = wallet.accounts[0]
    own.sessions = [...own.sessions, createTestSession(wallet.caipNetworkId, address)]
    own.notify()
  }
  if (step === 'signOutElsewhere') {
    own.sessions = []
    own.notify()
  }
  if (step === 'wait') await clock.advance(400_000)
  if (step !== 'reload') return world
  modal.destroy()
  const next = createSiwxWorld({ storage, test: own, wallets: [wallet] })
  await restored()
  return next
}

function check(world: SiwxWorld, isRequired: boolean): void {
  const { modal, test: own, wallet } = world
  const { siwx, modal: flags } = modal.getState()
  const view = viewOf(world)
  // no check runs forever, and nobody is asked to sign in without a connection
  if (!isConnected(world)) {
    expect([siwx.status, view]).toEqual(['idle', undefined])
    return
  }
  expect(siwx.status).not.toBe('checking')
  if (siwx.status === 'idle') throw new Error('A connected account is not looked after.')
  expect(siwx.caipAddress).toBe(`${wallet.caipNetworkId}:${wallet.accounts[0].address}`)
  const hasSession = own.sessions.some(
    ({ data }) =>
      data.accountAddress === wallet.accounts[0].address &&
      (!own.isChainBound || data.chainId === wallet.caipNetworkId),
  )
  // the state matches the app's sessions
  expect(siwx.status === 'signedIn').toBe(hasSession)
  if (hasSession) expect(view).toBeUndefined()
  if (view === 'SIWXSignMessage') {
    // Esc closes the modal if sign-in is optional, and shakes it if required
    const isClosed = close(modal)
    expect(isClosed).toBe(!isRequired)
  }
  expect(flags.loading).toBe(false)
}

test(
  'every exit of the sign-in request leads to a documented state',
  async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    await assert(
      asyncProperty(
        record({ isRequired: boolean(), isChainBound: boolean(), path: array(oneof(steps), { maxLength: 14 }) }),
        async ({ isRequired, isChainBound, path }) => {
          const wallet = createTestWallet({ asks: ['sign'] })
          let world = createSiwxWorld({ test: createTestSiwx({ isRequired, isChainBound }), wallets: [wallet] })
          await connect(world.modal, { connectorId })
          await siwxSettled()
          for (const step of path) {
            world = await take(world, step)
            await siwxSettled()
          }
          check(world, isRequired)
          // canceling always closes the modal, and disconnects if sign-in is required and there is no session
          if (viewOf(world) === 'SIWXSignMessage') {
            await cancelSignIn(world.modal)
            await siwxSettled()
            expect(viewOf(world)).toBeUndefined()
            const { status } = world.modal.getState().siwx
            if (isRequired) expect(['idle', 'signedIn']).toContain(status)
          }
          world.modal.destroy()
          await siwxSettled()
          expect(world.clock.pending()).toBe(0)
        },
      ),
      { numRuns },
    )
  },
  numRuns * 500,
)
