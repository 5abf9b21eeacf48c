import { expect, test } from 'vitest'
import { NotConnectedError } from '../../errors/connection.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { hideAlert, hideToast, setTheme, showAlert, showErrorAlert, showToast } from './actions.js'
import type { Toast } from './state.js'

const first: Toast = { variant: 'success', message: { text: 'first' } }

const second: Toast = { variant: 'error', message: { code: 'BALANCE_UNAVAILABLE' } }

const third: Toast = { variant: 'success', message: { code: 'ADDRESS_COPIED' } }

test('[S4.9] a toast has the variant success, loading or error', () => {
  for (const variant of ['success', 'loading', 'error'] as const) {
    const { modal } = createTestModal()
    showToast(modal, { variant, message: { text: 'x' } })
    expect(modal.getState().toast).toEqual({ variant, message: { text: 'x' } })
  }
})

test('[S2.22] a new toast hides the open one, and shows 150 ms later', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, first)
  showToast(modal, second)
  expect(modal.getState().toast).toBeUndefined()
  await clock.advance(149)
  expect(modal.getState().toast).toBeUndefined()
  await clock.advance(1)
  expect(modal.getState().toast).toEqual(second)
})

test('of several new toasts only the last one shows, 150 ms after it was added', async () => {
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

test('a toast hides automatically 2.5 s after it is shown', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, first)
  showToast(modal, second)
  await clock.advance(150 + 2_499)
  expect(modal.getState().toast).toEqual(second)
  await clock.advance(1)
  expect([modal.getState().toast, clock.pending()]).toEqual([undefined, 0])
})

test('a loading toast stays until it is replaced', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, { variant: 'loading', message: { text: 'Authenticating' } })
  await clock.advance(600_000)
  expect(modal.getState().toast?.variant).toBe('loading')
  showToast(modal, first)
  await clock.advance(150)
  expect(modal.getState().toast).toEqual(first)
})

test('hideToast hides at once, and cancels a pending toast', async () => {
  const { modal, clock } = createTestModal()
  showToast(modal, first)
  showToast(modal, second)
  hideToast(modal)
  await clock.advance(10_000)
  expect([modal.getState().toast, clock.pending()]).toEqual([undefined, 0])
})

test('hideToast changes nothing without a toast', () => {
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
] as const)('with debug, the alert for %s has a title and a text', (code, title) => {
  const { modal, context } = setUp(true)
  showErrorAlert(context, code)
  expect(modal.getState().alert).toEqual({ level: 'error', code, title, text: expect.stringMatching(/\w{3,}/) })
})

test('the alert for an error without its own text has the code as its title', () => {
  const { modal, context } = setUp(true)
  showErrorAlert(context, 'HTTP_STATUS')
  expect(modal.getState().alert).toEqual({ level: 'error', code: 'HTTP_STATUS', title: 'HTTP_STATUS', text: '' })
})

test('showErrorAlert shows nothing without debug', () => {
  const { modal, context } = setUp(false)
  showErrorAlert(context, 'FRAME_LOAD_FAILED')
  expect(modal.getState().alert).toBeUndefined()
})

test('with debug, showAlert shows the error’s title and how to fix it', () => {
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

test('showAlert shows nothing without debug', () => {
  const { modal } = createTestModal({ debug: false })
  const before = modal.getState()
  showAlert(modal, new NotConnectedError())
  expect(modal.getState()).toBe(before)
})

test('the theme follows the system unless the app sets light or dark', () => {
  expect(createTestModal().modal.getState().theme).toEqual({ mode: undefined, variables: {} })
  expect(createTestModal({ themeMode: 'dark' }).modal.getState().theme.mode).toBe('dark')
})

test('changing the theme mode keeps the variables, and vice versa', () => {
  const { modal } = createTestModal({ themeMode: 'dark', themeVariables: { '--lk-accent': 'red' } })
  setTheme(modal, { mode: 'light' })
  expect(modal.getState().theme).toEqual({ mode: 'light', variables: { '--lk-accent': 'red' } })
  setTheme(modal, { variables: { '--lk-radius': '0' } })
  expect(modal.getState().theme).toEqual({ mode: 'light', variables: { '--lk-accent': 'red', '--lk-radius': '0' } })
})

test('the theme mode undefined follows the system again', () => {
  const { modal } = createTestModal({ themeMode: 'dark' })
  setTheme(modal, { mode: undefined })
  expect(modal.getState().theme.mode).toBeUndefined()
})
