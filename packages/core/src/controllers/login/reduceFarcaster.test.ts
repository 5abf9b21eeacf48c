import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { type FarcasterEvent, type FarcasterState, reduceFarcaster } from './socialState.js'

const url = 'https://farcaster.example/one'

const error = { code: 'FARCASTER_FAILED', message: 'Failed to connect to farcaster' } as const

const events = {
  started: { type: 'started', namespace: undefined },
  shown: { type: 'shown', url },
  agreed: { type: 'agreed' },
  retried: { type: 'retried' },
  failed: { type: 'failed', error },
  ended: { type: 'ended' },
} as const satisfies { readonly [name: string]: FarcasterEvent }

type Name = keyof typeof events

type Step = FarcasterState['step']

/** All transitions by step and event. Events that are not listed change nothing. */
const table: { readonly [step in Step]: { readonly [name in Name]?: Step } } = {
  idle: { started: 'starting' },
  starting: { started: 'starting', shown: 'shown', failed: 'starting', ended: 'idle' },
  shown: { started: 'starting', agreed: 'connecting', failed: 'shown', ended: 'idle' },
  connecting: { started: 'starting', failed: 'connecting', ended: 'idle' },
}

/** The same for a step with an error. */
const failedTable: { readonly [step in Exclude<Step, 'idle'>]: { readonly [name in Name]?: Step } } = {
  starting: { started: 'starting', failed: 'starting', ended: 'idle' },
  shown: { started: 'starting', failed: 'shown', ended: 'idle' },
  connecting: { started: 'starting', retried: 'connecting', failed: 'connecting', ended: 'idle' },
}

const names = Object.keys(events) as readonly Name[]

function check(state: FarcasterState, row: { readonly [name in Name]?: Step }): void {
  const title = 'error' in state ? `failed ${state.step}` : state.step
  for (const name of names) {
    const next = row[name]
    test(`${name} in ${title} ${next ? `leads to ${next}` : 'changes nothing'}`, () => {
      const after = reduceFarcaster(state, events[name])
      if (next === undefined) expect(after).toBe(state)
      else expect(after.step).toBe(next)
    })
  }
}

for (const [step, row] of Object.entries(table) as readonly [Step, (typeof table)[Step]][]) check({ step }, row)

for (const [step, row] of Object.entries(failedTable) as readonly [keyof typeof failedTable, (typeof table)[Step]][])
  check({ step, error }, row)

test('a new start clears the previous link', () => {
  const shown = reduceFarcaster({ step: 'starting', namespace: 'eip155' }, events.shown)
  expect(shown).toEqual({ step: 'shown', namespace: 'eip155', url })
  expect(reduceFarcaster(shown, events.started)).toEqual({ step: 'starting', namespace: undefined })
})

test('for any sequence of events, connecting requires the approval of exactly one shown link', () => {
  assert(
    property(array(constantFrom<FarcasterEvent>(...Object.values(events)), { maxLength: 40 }), (run) => {
      let state: FarcasterState = { step: 'idle' }
      let links = 0
      for (const event of run) {
        const before: FarcasterState = state
        state = reduceFarcaster(state, event)
        if (event.type === 'started') links = 0
        if (event.type === 'shown' && before !== state) links += 1
        if (event.type === 'agreed' && before !== state) expect(links).toBe(1)
        if (state.step === 'shown' || state.step === 'connecting') expect(state.url).toBe(url)
        if (state.step === 'idle') expect(state).toEqual({ step: 'idle' })
      }
    }),
    { numRuns: 2_000 },
  )
})
