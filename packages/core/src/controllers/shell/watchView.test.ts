import { expect, test } from 'vitest'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { close, open, push, setLoading, watchView } from './actions.js'

function setUp(): TestModal & { readonly calls: string[]; readonly stop: () => void } {
  const world = createTestModal()
  const calls: string[] = []
  open(world.modal, { view: 'Networks' })
  const stop = watchView(world.modal, 'Networks', {
    onLeave: () => calls.push('leave'),
    onClose: () => calls.push('close'),
  })
  return { ...world, calls, stop }
}

test('calls onLeave once when another view is shown', () => {
  const { modal, calls } = setUp()
  setLoading(modal, true)
  push(modal, { view: 'Account', params: undefined })
  close(modal)
  expect(calls).toEqual(['leave'])
})

test('calls onClose once when the modal closes', () => {
  const { modal, calls } = setUp()
  close(modal)
  open(modal)
  expect(calls).toEqual(['close'])
})

test('calls onClose when the modal is destroyed', () => {
  const { modal, calls } = setUp()
  modal.destroy()
  expect(calls).toEqual(['close'])
})

test('calls nothing after it has been stopped', () => {
  const { modal, calls, stop } = setUp()
  stop()
  stop()
  close(modal)
  expect(calls).toEqual([])
})
