import { expect, test } from 'vitest'
import { NotConnectedError } from '../../errors/connection.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { hideAlert, hideToast, setTheme, showAlert, showErrorAlert, showToast } from './actions.js'
import type { Toast } from './state.js'

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

function setUp(debug: boolean) {
  const { modal, evm } = createTestModal({ debug })
  if (!evm.context) throw new Error('The adapter was not set up.')
  return { modal, context: evm.context }
}

test.each([
  ['FRAME_LOAD_FAILED', 'Network Error'],
  ['FRAME_REQUEST_TIMED_OUT', 'Embedded Wallet Request Timed Out'],
  ['SESSION_EXPIRED', 'Session Expired'],
  ['UNVERIFIED_DOMAIN', 'Unverified Domain'],
] as const)('the developer reads of %s what it is and what to do', (code, title) => {
  const { modal, context } = setUp(true)
  showErrorAlert(context, code)
  expect(modal.getState().alert).toEqual({ level: 'error', code, title, text: expect.stringMatching(/\w{3,}/) })
})

test('a fault without words of its own is told by its code', () => {
  const { modal, context } = setUp(true)
  showErrorAlert(context, 'HTTP_STATUS')
  expect(modal.getState().alert).toEqual({ level: 'error', code: 'HTTP_STATUS', title: 'HTTP_STATUS', text: '' })
})

test('without debug nobody reads it', () => {
  const { modal, context } = setUp(false)
  showErrorAlert(context, 'FRAME_LOAD_FAILED')
  expect(modal.getState().alert).toBeUndefined()
})

test('with debug the developer reads what is wrong and what to do', () => {
  const { modal } = createTestModal({ debug: true })
  showAlert(modal, new NetworkNotFoundError({ caipNetworkId: 'eip155:5' }))
  expect(modal.getState().alert).toEqual({
    level: 'error',
    code: 'NETWORK_NOT_FOUND',
    title: 'Network Not Found',
    text: 'eip155:5 is not among the networks of this modal. Add it to `networks`.',
  })
  showAlert(modal, new NotConnectedError())
  expect(modal.getState().alert).toEqual({
    level: 'error',
    code: 'NOT_CONNECTED',
    title: 'No wallet is connected.',
    text: '',
  })
  hideAlert(modal)
  expect(modal.getState().alert).toBeUndefined()
})

test('without debug nobody reads it', () => {
  const { modal } = createTestModal({ debug: false })
  const before = modal.getState()
  showAlert(modal, new NotConnectedError())
  expect(modal.getState()).toBe(before)
})

test('follows the visitor’s system unless the app says light or dark', () => {
  expect(createTestModal().modal.getState().theme).toEqual({ mode: undefined, variables: {} })
  expect(createTestModal({ themeMode: 'dark' }).modal.getState().theme.mode).toBe('dark')
})

test('a change of mode keeps the variables, and the other way round', () => {
  const { modal } = createTestModal({ themeMode: 'dark', themeVariables: { '--lk-accent': 'red' } })
  setTheme(modal, { mode: 'light' })
  expect(modal.getState().theme).toEqual({ mode: 'light', variables: { '--lk-accent': 'red' } })
  setTheme(modal, { variables: { '--lk-radius': '0' } })
  expect(modal.getState().theme).toEqual({ mode: 'light', variables: { '--lk-accent': 'red', '--lk-radius': '0' } })
})

test('undefined follows the system again', () => {
  const { modal } = createTestModal({ themeMode: 'dark' })
  setTheme(modal, { mode: undefined })
  expect(modal.getState().theme.mode).toBeUndefined()
})
