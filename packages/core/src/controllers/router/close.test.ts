import { expect, test } from 'vitest'
import { internals } from '../../modal/modal.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { close, getRoute, goBack, open, push, setLoading, shake } from '../shell/router.js'

test('[S2.12] going back shows the view before; with one left it closes the modal', () => {
  const { modal } = createTestModal()
  open(modal)
  push(modal, { view: 'Networks', params: undefined })
  push(modal, { view: 'SwitchNetwork', params: { caipNetworkId: 'eip155:10' } })
  goBack(modal)
  expect(getRoute(modal.getState()).view).toBe('Networks')
  goBack(modal)
  expect(getRoute(modal.getState()).view).toBe('Connect')
  expect(modal.getState().modal.open).toBe(true)
  goBack(modal)
  expect(modal.getState().modal.open).toBe(false)
})

test('[S2.13] closing puts the router back on Connect', () => {
  const { modal } = createTestModal()
  open(modal, { view: 'Networks' })
  push(modal, { view: 'SwitchNetwork', params: { caipNetworkId: 'eip155:10' } })
  expect(close(modal)).toBe(true)
  expect(modal.getState().router.stack).toEqual([{ view: 'Connect', params: undefined }])
})

test('[S4.8] the modal is open or not, loading or not, shaking or not; closing resets all three', () => {
  const { modal } = createTestModal()
  expect(modal.getState().modal).toEqual({ open: false, loading: false, shake: false })
  open(modal)
  setLoading(modal, true)
  shake(modal)
  expect(modal.getState().modal).toEqual({ open: true, loading: true, shake: true })
  setLoading(modal, false)
  expect(modal.getState().modal).toEqual({ open: true, loading: false, shake: true })
  close(modal)
  expect(modal.getState().modal).toEqual({ open: false, loading: false, shake: false })
})

test('closing a closed modal changes nothing', () => {
  const { modal } = createTestModal()
  const before = modal.getState()
  expect(close(modal)).toBe(true)
  expect(modal.getState()).toBe(before)
})

test('a view that asks for a decision shakes instead of closing, unless the app forces it', () => {
  const { modal } = createTestModal()
  modal[internals].guards.add(({ router }) => router.stack[0].view !== 'UnsupportedChain')
  open(modal, { view: 'UnsupportedChain' })
  expect(close(modal)).toBe(false)
  expect(modal.getState().modal).toEqual({ open: true, loading: false, shake: true })
  goBack(modal)
  expect(modal.getState().modal.open).toBe(true)
  expect(close(modal, { force: true })).toBe(true)
  open(modal, { view: 'Networks' })
  expect(close(modal)).toBe(true)
})

test('one guard among several is enough to keep it open', () => {
  const { modal } = createTestModal()
  const guard = (): boolean => false
  modal[internals].guards.add(() => true).add(guard)
  open(modal)
  expect(close(modal)).toBe(false)
  modal[internals].guards.delete(guard)
  expect(close(modal)).toBe(true)
})

test('[S2.21] the shake lasts 500 ms', async () => {
  const { modal, clock } = createTestModal()
  open(modal)
  shake(modal)
  await clock.advance(499)
  expect(modal.getState().modal.shake).toBe(true)
  await clock.advance(1)
  expect(modal.getState().modal.shake).toBe(false)
})

test('ten presses of Esc are one shake', async () => {
  const { modal, clock } = createTestModal()
  modal[internals].guards.add(() => false)
  open(modal)
  for (let press = 0; press < 10; press++) {
    close(modal)
    await clock.advance(40)
  }
  expect(clock.pending()).toBe(1)
  await clock.advance(100)
  expect(modal.getState().modal).toMatchObject({ open: true, shake: false })
})

test('a modal that was closed while it shook shakes again when it is asked to', async () => {
  const { modal, clock } = createTestModal()
  modal[internals].guards.add(() => false)
  open(modal)
  close(modal)
  await clock.advance(100)
  close(modal, { force: true })
  open(modal)
  close(modal)
  expect(modal.getState().modal.shake).toBe(true)
  await clock.advance(499)
  expect(modal.getState().modal.shake).toBe(true)
  await clock.advance(1)
  expect(modal.getState().modal.shake).toBe(false)
})
