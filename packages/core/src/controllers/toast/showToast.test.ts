import { expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { hideToast, showToast } from '../shell/notices.js'
import type { Toast } from '../shell/state.js'

const first: Toast = { variant: 'success', message: { text: 'first' } }
const second: Toast = { variant: 'error', message: { code: 'BALANCE_UNAVAILABLE' } }
const third: Toast = { variant: 'success', message: { code: 'ADDRESS_COPIED' } }

test('[S4.9] a toast is of success, loading or error', () => {
  for (const variant of ['success', 'loading', 'error'] as const) {
    const { modal } = createTestModal()
    showToast(modal, { variant, message: { text: 'x' } })
    expect(modal.getState().toast).toEqual({ variant, message: { text: 'x' } })
  }
})

test('[S2.22] a new message hides the one that is open, and shows 150 ms later', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, first)
  showToast(modal, second)
  expect(modal.getState().toast).toBeUndefined()
  await clock.advance(149)
  expect(modal.getState().toast).toBeUndefined()
  await clock.advance(1)
  expect(modal.getState().toast).toEqual(second)
})

test('of several new messages the last one shows, 150 ms after it came', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, first)
  showToast(modal, second)
  await clock.advance(100)
  showToast(modal, third)
  await clock.advance(149)
  expect(modal.getState().toast).toBeUndefined()
  await clock.advance(1)
  expect(modal.getState().toast).toEqual(third)
})

test('hides by itself after 2.5 s, counted from when it shows', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, first)
  showToast(modal, second)
  await clock.advance(150 + 2_499)
  expect(modal.getState().toast).toEqual(second)
  await clock.advance(1)
  expect([modal.getState().toast, clock.pending()]).toEqual([undefined, 0])
})

test('a loading message stays until it is hidden or replaced', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, { variant: 'loading', message: { text: 'Authenticating' } })
  await clock.advance(600_000)
  expect(modal.getState().toast?.variant).toBe('loading')
  showToast(modal, first)
  await clock.advance(150)
  expect(modal.getState().toast).toEqual(first)
})

test('hiding is at once, also for a message that has yet to show', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, first)
  showToast(modal, second)
  hideToast(modal)
  await clock.advance(10_000)
  expect([modal.getState().toast, clock.pending()]).toEqual([undefined, 0])
})

test('hiding nothing changes nothing', () => {
  const { modal } = createTestModal()
  const before = modal.getState()
  hideToast(modal)
  expect(modal.getState()).toBe(before)
})
