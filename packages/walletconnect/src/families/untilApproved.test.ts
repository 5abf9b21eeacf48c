import { createTestClock, createTestContext } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createStubSession } from '../../test/createStubSession.js'
import { untilApproved } from './untilApproved.js'

const entry = (...ids: readonly number[]) => ({
  eip155: { accounts: ids.map((id) => `eip155:${id}:0xa`), methods: [], events: [] },
})

test('is over at once where the wallet has agreed already', async () => {
  const clock = createTestClock()
  const { session } = createStubSession({ namespaces: entry(1, 10) })
  await untilApproved(createTestContext({ env: clock }), session, 'eip155:10')
  expect(clock.pending()).toBe(0)
})

test('ends with the approval', async () => {
  const clock = createTestClock()
  const { session } = createStubSession({ namespaces: entry(1) })
  const waiting = untilApproved(createTestContext({ env: clock }), session, 'eip155:10')
  session.update(entry(1, 5))
  expect(clock.pending()).toBe(1)
  session.update(entry(1, 5, 10))
  await waiting
  expect(clock.pending()).toBe(0)
})

test('ends after a second with a wallet that said so and did not do it', async () => {
  const clock = createTestClock()
  const { session } = createStubSession({ namespaces: entry(1) })
  const waiting = untilApproved(createTestContext({ env: clock }), session, 'eip155:10')
  await clock.advance(1_000)
  await waiting
  expect(session.moveTo('eip155:10')).toBe(false)
})
