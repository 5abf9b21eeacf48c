import { expect, test } from 'vitest'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { open, popTransaction, push, pushTransaction } from '../shell/router.js'

function setUp(): TestModal & { readonly calls: string[] } {
  const calls: string[] = []
  const world = createTestModal()
  open(world.modal, { view: 'Account' })
  pushTransaction(world.modal, {
    onSuccess: () => calls.push('success'),
    onError: () => calls.push('error'),
    onCancel: () => calls.push('cancel'),
  })
  push(world.modal, { view: 'Networks', params: undefined })
  return { ...world, calls }
}

test('[S4.19] after a request the modal closes when the transaction stack is empty, otherwise the stack is popped', () => {
  for (const outcome of ['success', 'error'] as const) {
    const { modal, calls } = setUp()
    popTransaction(modal, outcome)
    expect([calls, modal.getState().modal.open]).toEqual([[outcome], true])
    popTransaction(modal, outcome)
    expect([calls, modal.getState().modal.open]).toEqual([[outcome], false])
  }
})

test.each(['error', 'cancel'] as const)('after %s the view before is shown', (outcome) => {
  const { modal, calls } = setUp()
  popTransaction(modal, outcome)
  expect([calls, modal.getState().router.stack.map(({ view }) => view)]).toEqual([[outcome], ['Account']])
})

test('after success the callback decides what is shown', () => {
  const { modal } = setUp()
  popTransaction(modal, 'success')
  expect(modal.getState().router.stack).toHaveLength(2)
})

test('the newest request ends first', () => {
  const { modal, calls } = setUp()
  pushTransaction(modal, { onSuccess: () => calls.push('second') })
  popTransaction(modal, 'success')
  popTransaction(modal, 'success')
  expect(calls).toEqual(['second', 'success'])
})

test('callbacks are optional', () => {
  const { modal } = createTestModal()
  open(modal)
  pushTransaction(modal, {})
  expect(() => popTransaction(modal, 'success')).not.toThrow()
  expect(modal.getState().modal.open).toBe(true)
})
