import { array, assert, asyncProperty, boolean, constantFrom, oneof, readConfigureGlobal, tuple } from 'fast-check'
import { expect, test, vi } from 'vitest'
import '../../errors/toLatchkeyError.js'
import { EmailCooldownError, FrameFailedError } from '../../errors/login.js'
import { getConnection } from '../../modal/connections.js'
import { createOpenLoginWorld, type LoginWorld } from '../../testing/createLoginWorld.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { close, goBack, open } from '../shell/actions.js'
import { isLoginShown, resendEmailCode, startEmailLogin, submitEmailCode } from './emailLogin.js'
import type { LoginState } from './state.js'

type Step = { readonly name: string; run(world: LoginWorld): unknown }

const quiet = (promise: Promise<unknown>): void => void promise.catch(() => undefined)
const asked = ['login', 'device', 'verify']

/** Actions of the user, the app and the clock. */
const gestures = constantFrom<Step>(
  { name: 'start a', run: ({ modal }) => quiet(startEmailLogin(modal, { email: 'a@example.org' })) },
  { name: 'start b', run: ({ modal }) => quiet(startEmailLogin(modal, { email: 'b@example.org' })) },
  { name: 'start nothing', run: ({ modal }) => quiet(startEmailLogin(modal, { email: 'nothing' })) },
  {
    name: 'start solana',
    run: ({ modal }) => quiet(startEmailLogin(modal, { email: 'a@example.org', namespace: 'solana' })),
  },
  { name: 'submit', run: ({ modal }) => quiet(submitEmailCode(modal, { code: '123456' })) },
  { name: 'submit half', run: ({ modal }) => quiet(submitEmailCode(modal, { code: '123' })) },
  { name: 'resend', run: ({ modal }) => quiet(resendEmailCode(modal)) },
  { name: 'close', run: ({ modal }) => close(modal) },
  { name: 'back', run: ({ modal }) => goBack(modal) },
  { name: 'open', run: ({ modal }) => open(modal) },
  { name: 'help', run: ({ modal }) => open(modal, { view: 'WhatIsAWallet' }) },
  { name: 'disconnect', run: ({ modal }) => quiet(disconnect(modal)) },
  {
    name: 'other wallet',
    run: ({ modal, wallet }) => quiet(connect(modal, { connectorId: wallet.connector.meta.id })),
  },
  { name: '30 s', run: ({ clock }) => clock.advance(30_000) },
  { name: '10 min', run: ({ clock }) => clock.advance(600_000) },
)

type Answer = (request: LoginWorld['login']['requests'][number]) => void

const answers = constantFrom<readonly [name: string, run: Answer]>(
  ['device', (request) => request.approve('VERIFY_DEVICE')],
  ['code', (request) => request.approve('VERIFY_OTP')],
  ['connect', (request) => request.approve('CONNECT')],
  ['no', (request) => request.fail(new FrameFailedError({ message: 'No' }))],
  ['wait', (request) => request.fail(new EmailCooldownError({ retryAfter: 7 }))],
)

/** The secure site responds to the oldest or the newest open request, whether it is still awaited or not. */
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

/** The initial progress, so that late steps are tested as often as the first. */
const starts = constantFrom<readonly string[]>(
  [],
  ['start a', 'device'],
  ['start a', 'device', '30 s', 'resend'],
  ['start a', 'code'],
  ['start a', 'code', '30 s', 'resend'],
  ['start a', 'code', 'submit'],
)

async function begin({ modal, login, clock }: LoginWorld, names: readonly string[]): Promise<void> {
  for (const name of names) {
    if (name === 'start a') quiet(startEmailLogin(modal, { email: 'a@example.org' }))
    if (name === 'device') login.last('login').approve('VERIFY_DEVICE')
    if (name === 'code') login.last('login').approve('VERIFY_OTP')
    if (name === '30 s') await clock.advance(30_000)
    if (name === 'resend') quiet(resendEmailCode(modal))
    if (name === 'submit') quiet(submitEmailCode(modal, { code: '123456' }))
    await settle()
  }
}

/** The open request to the secure site in each step. */
const wanted: { readonly [step in LoginState['step']]: readonly string[] } = {
  idle: [],
  starting: ['login'],
  device: ['device', 'login'],
  otp: ['login'],
  verifying: ['verify'],
  connecting: [],
}

function check({ modal, login }: LoginWorld): void {
  const state = modal.getState()
  const { login: own = { step: 'idle' } as LoginState } = state
  const waiting = login.requests.filter(
    ({ name, isOver, signal }) => asked.includes(name) && !isOver() && !signal.aborted,
  )
  const names = waiting.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, text } of waiting) {
    expect(wanted[own.step]).toContain(name)
    if (name === 'login') expect(own).toMatchObject({ email: text })
  }
  if (own.step === 'idle') return
  const isRunning = own.error === undefined
  if (isRunning && own.step === 'starting') expect(names).toEqual(['login'])
  // after an expired link, the user requests another email
  if (isRunning && own.step === 'device') expect(names).not.toEqual([])
  if (own.step === 'verifying') expect(names).toEqual(['verify'])
  // only after a successful login may the user leave the view
  if (!(own.step === 'connecting' && isRunning)) expect(isLoginShown(state)).toBe(true)
}

test('for any order of actions and responses, the step matches request and view; late responses change nothing', async () => {
  await assert(
    asyncProperty(
      starts,
      array(oneof({ weight: 3, arbitrary: gestures }, { weight: 4, arbitrary: replies }), { maxLength: 25 }),
      async (start, steps) => {
        const world = createOpenLoginWorld()
        const quietly = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
        await begin(world, start)
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
