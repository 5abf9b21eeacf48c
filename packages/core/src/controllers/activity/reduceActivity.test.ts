import { expect, test } from 'vitest'
import { createTransaction } from '../../testing/createTransaction.js'
import { type ActivityEvent, type ActivityState, reduceActivity, toListed } from './state.js'

const target = { address: '0xa', caipNetworkId: 'eip155:1' } as const
const [one, two, three] = [1, 2, 3].map((index) => createTransaction({ id: `t${index}` })) as [
  ReturnType<typeof createTransaction>,
  ReturnType<typeof createTransaction>,
  ReturnType<typeof createTransaction>,
]
const error = { code: 'TRANSACTIONS_UNAVAILABLE', message: 'Failed to fetch transactions' } as const
const base = { address: '0xa', lastNetworkInView: 'eip155:1' } as const

const states = {
  none: undefined,
  first: { ...base, ...toListed([]), loading: true, empty: false },
  more: { ...base, ...toListed([one]), loading: true, empty: false, next: 'c' },
  ready: { ...base, ...toListed([one]), loading: false, empty: false, next: 'c' },
  empty: { ...base, ...toListed([]), loading: false, empty: true },
  failed: { ...base, ...toListed([]), loading: false, empty: true, error },
  unlisted: { ...base, ...toListed([]), loading: false, empty: true, isUnlisted: true },
} as const satisfies { readonly [name: string]: ActivityState | undefined }

const events = {
  started: { type: 'started', ...target, isMore: false },
  startedMore: { type: 'started', ...target, isMore: true },
  loaded: { type: 'loaded', page: [two], next: 'd', isMore: false },
  loadedMore: { type: 'loaded', page: [one, two], next: undefined, isMore: true },
  loadedNone: { type: 'loaded', page: [], next: undefined, isMore: false },
  unlisted: { type: 'unlisted' },
  failed: { type: 'failed', error },
  stopped: { type: 'stopped' },
} as const satisfies { readonly [name: string]: ActivityEvent }

/** Events that are not listed change nothing. */
const table: { readonly [state in keyof typeof states]: { readonly [event in keyof typeof events]?: ActivityState } } =
  {
    none: { started: states.first, startedMore: states.first },
    first: {
      started: states.first,
      startedMore: states.first,
      loaded: { ...base, ...toListed([two]), loading: false, empty: false, next: 'd' },
      loadedMore: { ...base, ...toListed([one, two]), loading: false, empty: false },
      loadedNone: states.empty,
      unlisted: states.unlisted,
      failed: states.failed,
      stopped: { ...states.first, loading: false },
    },
    more: {
      started: { ...base, ...toListed([one]), loading: true, empty: false },
      startedMore: states.more,
      loaded: { ...base, ...toListed([two]), loading: false, empty: false, next: 'd' },
      loadedMore: { ...base, ...toListed([one, two]), loading: false, empty: false },
      loadedNone: states.empty,
      unlisted: states.unlisted,
      failed: states.failed,
      stopped: states.ready,
    },
    ready: {
      started: { ...base, ...toListed([one]), loading: true, empty: false },
      startedMore: states.more,
    },
    empty: { started: states.first, startedMore: states.first },
    failed: { started: states.first, startedMore: states.first },
    unlisted: { started: states.first, startedMore: states.first },
  }

for (const [from, row] of Object.entries(table) as readonly [keyof typeof states, (typeof table)['none']][])
  for (const name of Object.keys(events) as readonly (keyof typeof events)[])
    test(`${name} in ${from}${row[name] ? '' : ' changes nothing'}`, () => {
      const state = states[from]
      const after = reduceActivity(state, events[name])
      if (row[name]) expect(after).toEqual(row[name])
      else expect(after).toBe(state)
    })

test('starting for another account or network begins a new list', () => {
  for (const other of [
    { address: '0xb', caipNetworkId: 'eip155:1' },
    { address: '0xa', caipNetworkId: 'eip155:10' },
  ] as const) {
    const after = reduceActivity(states.ready, { type: 'started', ...other, isMore: true })
    expect(after).toEqual({
      address: other.address,
      lastNetworkInView: other.caipNetworkId,
      ...toListed([]),
      loading: true,
      empty: false,
    })
  }
})

test('a page that overlaps with the previous one adds only new transactions', () => {
  const state = { ...states.more, ...toListed([one, two]) }
  const after = reduceActivity(state, { type: 'loaded', page: [two, three], next: undefined, isMore: true })
  expect(after?.transactions.map(({ id }) => id)).toEqual(['t1', 't2', 't3'])
})
