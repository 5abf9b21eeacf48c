import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { type LoginEvent, type LoginState, reduceLogin } from './state.js'

const email = 'alice@example.org'

const error = { code: 'FRAME_FAILED', message: 'Invalid code' } as const

const events = {
  started: { type: 'started', email, namespace: undefined },
  resending: { type: 'resending', resendAt: 5 },
  device: { type: 'sent', action: 'VERIFY_DEVICE', resendAt: 9 },
  otp: { type: 'sent', action: 'VERIFY_OTP', resendAt: 9 },
  connect: { type: 'sent', action: 'CONNECT', resendAt: 9 },
  approved: { type: 'approved' },
  submitted: { type: 'submitted' },
  verified: { type: 'verified' },
  retried: { type: 'retried' },
  failed: { type: 'failed', error },
  ended: { type: 'ended' },
} as const satisfies { readonly [name: string]: LoginEvent }

type Name = keyof typeof events

type Step = LoginState['step']

/** All transitions by step and event. Events that are not listed change nothing. */
const table: { readonly [step in Step]: { readonly [name in Name]?: Step } } = {
  idle: { started: 'starting' },
  starting: {
    started: 'starting',
    device: 'device',
    otp: 'otp',
    connect: 'connecting',
    failed: 'starting',
    ended: 'idle',
  },
  device: {
    started: 'starting',
    resending: 'device',
    device: 'device',
    otp: 'otp',
    connect: 'connecting',
    approved: 'otp',
    failed: 'device',
    ended: 'idle',
  },
  otp: {
    started: 'starting',
    resending: 'otp',
    device: 'device',
    otp: 'otp',
    connect: 'connecting',
    submitted: 'verifying',
    failed: 'otp',
    ended: 'idle',
  },
  verifying: { started: 'starting', verified: 'connecting', failed: 'otp', ended: 'idle' },
  connecting: { started: 'starting', failed: 'connecting', ended: 'idle' },
}

const names = Object.keys(events) as readonly Name[]

for (const [step, row] of Object.entries(table) as readonly [Step, (typeof table)[Step]][])
  for (const name of names) {
    const next = row[name]
    test(`${name} in ${step} ${next ? `leads to ${next}` : 'changes nothing'}`, () => {
      const state: LoginState = step === 'idle' ? { step } : { step, email }
      const after = reduceLogin(state, events[name])
      if (next === undefined) expect(after).toBe(state)
      else expect(after.step).toBe(next)
    })
  }

test('a failure keeps the email and stores the error; the next event clears it', () => {
  const failed = reduceLogin({ step: 'verifying', email, namespace: 'solana', resendAt: 9 }, events.failed)
  expect(failed).toEqual({ step: 'otp', email, namespace: 'solana', resendAt: 9, error })
  expect(reduceLogin(failed, events.submitted)).toEqual({ step: 'verifying', email, namespace: 'solana', resendAt: 9 })
})

test('retrying a failed connection clears the error, without another email', () => {
  const failed = reduceLogin({ step: 'connecting', email }, events.failed)
  expect(reduceLogin(failed, events.retried)).toEqual({ step: 'connecting', email, resendAt: undefined })
})

test('a resent email is marked as resent until the next step', () => {
  const device = reduceLogin({ step: 'device', email }, events.device)
  expect(device).toMatchObject({ isResent: true, resendAt: 9 })
  expect(reduceLogin(device, events.approved)).toMatchObject({ step: 'otp', isResent: undefined })
  expect(reduceLogin({ step: 'starting', email }, events.otp)).not.toHaveProperty('isResent')
})

test('for any sequence of events, the email is the last one started, and connecting requires verification', () => {
  const starts = ['a@example.org', 'b@example.org'].map((address) => ({ ...events.started, email: address }))
  const all = [...Object.values(events), ...starts] as readonly LoginEvent[]
  assert(
    property(array(constantFrom(...all), { maxLength: 40 }), (run) => {
      let state: LoginState = { step: 'idle' }
      let last: string | undefined
      let isProved = false
      for (const event of run) {
        const before = state.step
        state = reduceLogin(state, event)
        if (event.type === 'started') [last, isProved] = [event.email, false]
        if (event.type === 'ended') last = undefined
        if (before === 'verifying' && event.type === 'verified') isProved = true
        if (event.type === 'sent' && event.action === 'CONNECT' && before !== state.step) isProved = true
        expect(state.step === 'idle' ? undefined : state.email).toBe(last)
        if (state.step === 'connecting') expect(isProved).toBe(true)
        if (state.step === 'idle') expect(state).toEqual({ step: 'idle' })
      }
    }),
    { numRuns: 2_000 },
  )
})
