import { array, assert, asyncProperty, boolean, constantFrom, oneof, readConfigureGlobal, tuple } from 'fast-check'
import { expect, test, vi } from 'vitest'
import '../../errors/toLatchkeyError.js'
import { FrameFailedError, PopupBlockedError, PopupClosedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createOpenLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { close, goBack, open } from '../shell/actions.js'
import { startEmailLogin } from './emailLogin.js'
import { isFarcasterShown, startFarcaster } from './farcaster.js'
import { isSocialLoginShown, retrySocialLogin, startSocialLogin } from './socialLogin.js'
import type { FarcasterState, SocialLoginState } from './socialState.js'

type Step = { readonly name: string; run(world: LoginWorld): unknown }

const quiet = (promise: Promise<unknown>): void => void promise.catch(() => undefined)

const asked = ['social', 'farcaster', 'phone', 'login']

/** Actions of the user, the app and the clock. */
const gestures = constantFrom<Step>(
  { name: 'google', run: ({ modal }) => quiet(startSocialLogin(modal, { provider: 'google' })) },
  { name: 'x', run: ({ modal }) => quiet(startSocialLogin(modal, { provider: 'x' })) },
  {
    name: 'x on solana',
    run: ({ modal }) => quiet(startSocialLogin(modal, { provider: 'x', namespace: 'solana' })),
  },
  { name: 'retry', run: ({ modal }) => quiet(retrySocialLogin(modal)) },
  { name: 'farcaster', run: ({ modal }) => quiet(startFarcaster(modal)) },
  { name: 'email', run: ({ modal }) => quiet(startEmailLogin(modal, { email: 'a@example.org' })) },
  { name: 'result', run: ({ login }) => login.step('retrieving') },
  { name: 'close', run: ({ modal }) => close(modal) },
  { name: 'back', run: ({ modal }) => goBack(modal) },
  { name: 'open', run: ({ modal }) => open(modal) },
  { name: 'help', run: ({ modal }) => open(modal, { view: 'WhatIsAWallet' }) },
  { name: 'view of x', run: ({ modal }) => open(modal, { view: 'ConnectingSocial', arguments: { provider: 'x' } }) },
  { name: 'disconnect', run: ({ modal }) => quiet(disconnect(modal)) },
  {
    name: 'other wallet',
    run: ({ modal, wallet }) => quiet(connect(modal, { connectorId: wallet.connector.meta.id })),
  },
  { name: '3 min', run: ({ clock }) => clock.advance(180_000) },
  { name: '13 min', run: ({ clock }) => clock.advance(780_000) },
)

type Answer = (request: LoginWorld['login']['requests'][number]) => void

const answers = constantFrom<readonly [name: string, run: Answer]>(
  ['yes', (request) => request.approve(request.name === 'login' ? 'VERIFY_OTP' : 'https://farcaster.example/1')],
  ['no', (request) => request.fail(new FrameFailedError({ message: 'No' }))],
  ['closed', (request) => request.fail(new PopupClosedError())],
  ['blocked', (request) => request.fail(new PopupBlockedError())],
)

/** The provider responds to the oldest or the newest open request, whether it is still awaited or not. */
const replies = tuple(boolean(), answers).map(
  ([isNewest, [name, run]]): Step => ({
    name: `${isNewest ? 'newest' : 'oldest'}: ${name}`,
    async run({ login, modal }) {
      const waiting = login.requests.filter(({ isOver }) => !isOver())
      const request = isNewest ? waiting.at(-1) : waiting[0]
      if (!request) return
      const before = [modal.getState(), [...login.calls]]
      const isStale = request.signal.aborted
      run(request)
      await settle()
      // late replies never change the state
      if (isStale) expect([modal.getState(), login.calls]).toEqual(before)
    },
  }),
)

const idle = { step: 'idle' } as const

const isRunning = (own: SocialLoginState | FarcasterState): boolean => own.step !== 'idle' && own.error === undefined

function check({ modal, login }: LoginWorld): void {
  const state = modal.getState()
  const social: SocialLoginState = state.socialLogin ?? idle
  const farcaster: FarcasterState = state.farcaster ?? idle
  const waiting = login.requests.filter(
    ({ name, isOver, signal }) => asked.includes(name) && !isOver() && !signal.aborted,
  )
  const names = waiting.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)

  const isAsking = isRunning(social) && (social.step === 'popup' || social.step === 'retrieving')
  expect(names.includes('social')).toBe(isAsking)
  if (social.step !== 'idle' && isAsking)
    expect(waiting.find(({ name }) => name === 'social')?.text).toBe(social.provider)
  expect(names.includes('farcaster')).toBe(isRunning(farcaster) && farcaster.step === 'starting')
  expect(names.includes('phone')).toBe(isRunning(farcaster) && farcaster.step === 'shown')
  if (farcaster.step === 'shown') expect(farcaster.url).toMatch(/^https:/)
  // only after a successful login may the user leave the view
  if (social.step !== 'idle' && !(social.step === 'connecting' && isRunning(social)))
    expect(isSocialLoginShown(state)).toBe(true)
  if (farcaster.step !== 'idle' && !(farcaster.step === 'connecting' && isRunning(farcaster)))
    expect(isFarcasterShown(state)).toBe(true)
}

test('for any order of actions and responses, the steps match request and view; late responses change nothing', async () => {
  await assert(
    asyncProperty(
      array(oneof({ weight: 3, arbitrary: gestures }, { weight: 4, arbitrary: replies }), { maxLength: 25 }),
      async (steps) => {
        const world = createOpenLoginWorld()
        const quietly = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
        for (const step of steps) {
          await step.run(world)
          await settle()
          check(world)
        }
        const { modal, login, clock } = world
        const isConnected = getConnection(modal.getState(), 'eip155', login.connector.meta.id) !== undefined
        if (isConnected) expect(login.calls).toContain('connect eip155')
        modal.destroy()
        await settle()
        expect([clock.pending(), login.open()]).toEqual([0, []])
        quietly.mockRestore()
      },
    ),
    { numRuns: readConfigureGlobal().numRuns ?? 300 },
  )
}, 120_000)
