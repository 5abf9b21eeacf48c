import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { reduceSocialLogin, type SocialLoginEvent, type SocialLoginState } from './socialState.js'

const provider = 'google'

const error = { code: 'POPUP_CLOSED', message: 'Popup closed' } as const

const events = {
  started: { type: 'started', provider, namespace: undefined },
  received: { type: 'received' },
  verified: { type: 'verified' },
  retried: { type: 'retried' },
  failed: { type: 'failed', error },
  ended: { type: 'ended' },
} as const satisfies { readonly [name: string]: SocialLoginEvent }

type Name = keyof typeof events

type Step = SocialLoginState['step']

/** All transitions by step and event. Events that are not listed change nothing. */
const table: { readonly [step in Step]: { readonly [name in Name]?: Step } } = {
  idle: { started: 'popup' },
  popup: { started: 'popup', received: 'retrieving', verified: 'connecting', failed: 'popup', ended: 'idle' },
  retrieving: { started: 'popup', verified: 'connecting', failed: 'retrieving', ended: 'idle' },
  connecting: { started: 'popup', failed: 'connecting', ended: 'idle' },
}

/** The same for a step with an error. */
const failedTable: { readonly [step in Exclude<Step, 'idle'>]: { readonly [name in Name]?: Step } } = {
  popup: { started: 'popup', failed: 'popup', ended: 'idle' },
  retrieving: { started: 'popup', failed: 'retrieving', ended: 'idle' },
  connecting: { started: 'popup', retried: 'connecting', failed: 'connecting', ended: 'idle' },
}

const names = Object.keys(events) as readonly Name[]

function check(state: SocialLoginState, row: { readonly [name in Name]?: Step }): void {
  const title = 'error' in state ? `failed ${state.step}` : state.step
  for (const name of names) {
    const next = row[name]
    test(`${name} in ${title} ${next ? `leads to ${next}` : 'changes nothing'}`, () => {
      const after = reduceSocialLogin(state, events[name])
      if (next === undefined) expect(after).toBe(state)
      else expect(after.step).toBe(next)
    })
  }
}

for (const [step, row] of Object.entries(table) as readonly [Step, (typeof table)[Step]][])
  check(step === 'idle' ? { step } : { step, provider }, row)

for (const [step, row] of Object.entries(failedTable) as readonly [keyof typeof failedTable, (typeof table)[Step]][])
  check({ step, provider, error }, row)

test('a failure keeps the provider and stores the error; a retry clears it', () => {
  const failed = reduceSocialLogin({ step: 'connecting', provider: 'x', namespace: 'solana' }, events.failed)
  expect(failed).toEqual({ step: 'connecting', provider: 'x', namespace: 'solana', error })
  expect(reduceSocialLogin(failed, events.retried)).toEqual({ step: 'connecting', provider: 'x', namespace: 'solana' })
})

test('for any sequence of events, the provider is the last one started, and connecting requires verification', () => {
  const starts = (['google', 'x'] as const).map((name) => ({ ...events.started, provider: name }))
  const all: readonly SocialLoginEvent[] = [...Object.values(events), ...starts]
  assert(
    property(array(constantFrom(...all), { maxLength: 40 }), (run) => {
      let state: SocialLoginState = { step: 'idle' }
      let last: string | undefined
      let isVerified = false
      for (const event of run) {
        const before: SocialLoginState = state
        state = reduceSocialLogin(state, event)
        if (event.type === 'started') [last, isVerified] = [event.provider, false]
        if (event.type === 'ended') last = undefined
        if (event.type === 'verified' && before !== state) isVerified = true
        expect(state.step === 'idle' ? undefined : state.provider).toBe(last)
        if (state.step === 'connecting') expect(isVerified).toBe(true)
        if (state.step === 'idle') expect(state).toEqual({ step: 'idle' })
      }
    }),
    { numRuns: 2_000 },
  )
})
