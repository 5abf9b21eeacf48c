import { expect, test } from 'vitest'
import { type EmailUpdateEvent, type EmailUpdateState, reduceEmailUpdate } from './state.js'

const email = 'new@example.org'

const error = { code: 'FRAME_FAILED', message: 'Invalid code' } as const

const events = {
  started: { type: 'started', email },
  primary: { type: 'sent', action: 'VERIFY_PRIMARY_OTP' },
  secondary: { type: 'sent', action: 'VERIFY_SECONDARY_OTP' },
  submitted: { type: 'submitted' },
  verified: { type: 'verified' },
  failed: { type: 'failed', error },
  ended: { type: 'ended' },
} as const satisfies { readonly [name: string]: EmailUpdateEvent }

type Name = keyof typeof events

type Step = EmailUpdateState['step']

/** All transitions by step and event. Events that are not listed change nothing. */
const table: { readonly [step in Step]: { readonly [name in Name]?: Step } } = {
  idle: { started: 'starting' },
  starting: { started: 'starting', primary: 'primary', secondary: 'secondary', failed: 'starting', ended: 'idle' },
  primary: { started: 'starting', submitted: 'verifyingPrimary', failed: 'primary', ended: 'idle' },
  verifyingPrimary: { started: 'starting', verified: 'secondary', failed: 'primary', ended: 'idle' },
  secondary: { started: 'starting', submitted: 'verifyingSecondary', failed: 'secondary', ended: 'idle' },
  verifyingSecondary: { started: 'starting', failed: 'secondary', ended: 'idle' },
}

for (const [step, row] of Object.entries(table) as readonly [Step, (typeof table)[Step]][])
  for (const name of Object.keys(events) as readonly Name[]) {
    const next = row[name]
    test(`${name} in ${step} ${next ? `leads to ${next}` : 'changes nothing'}`, () => {
      const state: EmailUpdateState = step === 'idle' ? { step } : { step, email }
      const after = reduceEmailUpdate(state, events[name])
      if (next === undefined) expect(after).toBe(state)
      else if (next === 'idle') expect(after).toEqual({ step: 'idle' })
      else expect(after).toEqual({ step: next, email, ...(name === 'failed' && { error }) })
    })
  }

test('the next attempt clears the error', () => {
  expect(reduceEmailUpdate({ step: 'primary', email, error }, events.submitted)).toEqual({
    step: 'verifyingPrimary',
    email,
  })
})
