import { expect, test } from 'vitest'
import { createTransaction } from '../../testing/createTransaction.js'
import { renewActivity } from './refresh.js'
import type { ActivityState } from './state.js'

const [one, two] = [createTransaction({ id: 't1' }), createTransaction({ id: 't2' })]
const error = { code: 'TRANSACTIONS_UNAVAILABLE', message: 'Failed to fetch transactions' } as const
const base = { address: '0xa', lastNetworkInView: 'eip155:1', loading: false } as const
const ready: ActivityState = { ...base, transactions: [one], empty: false, next: 'c' }
const empty: ActivityState = { ...base, transactions: [], empty: true }
const failed: ActivityState = { ...empty, error }

test('what is new comes first, and the cursor stays', () => {
  const after = renewActivity(ready, { page: [two, one], next: 'd' })
  expect(after).toEqual({ ...ready, transactions: [two, one] })
})

test('where nothing of the list is left it begins anew, with the cursor of what was read', () => {
  expect(renewActivity(ready, { page: [two], next: 'd' })).toEqual({ ...ready, transactions: [two], next: 'd' })
})

test.each([
  ['empty', empty],
  ['failed', failed],
])('a list that is %s is there again', (_, state) => {
  for (const page of [[one], [two, one]])
    expect(renewActivity(state, { page, next: 'd' })).toEqual({ ...ready, transactions: page, next: 'd' })
})

test('one that failed and has nothing is empty', () => {
  expect(renewActivity(failed, { page: [], next: undefined })).toEqual(empty)
})

test.each([
  ['nothing new', ready, [one]],
  ['nothing in an empty list', empty, []],
  ['a list that is being read', { ...ready, loading: true }, [two, one]],
  ['a network that is not listed', { ...empty, isUnlisted: true }, [one]],
  ['no list', undefined, [one]],
] as const)('%s changes nothing', (_, state, page) => {
  expect(renewActivity(state, { page, next: 'd' })).toBe(state)
})
