import { expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { raiseAlert } from './raiseAlert.js'

test.each([
  ['FRAME_LOAD_FAILED', 'Network Error'],
  ['FRAME_REQUEST_TIMED_OUT', 'Embedded Wallet Request Timed Out'],
  ['UNVERIFIED_DOMAIN', 'Unverified Domain'],
] as const)('the developer reads of %s what it is and what to do', (code, title) => {
  const { modal } = createTestModal({ debug: true })
  raiseAlert(modal, code)
  expect(modal.getState().alert).toEqual({ level: 'error', code, title, text: expect.stringMatching(/\w{3,}/) })
})

test('a fault without words of its own is told by its code', () => {
  const { modal } = createTestModal({ debug: true })
  raiseAlert(modal, 'HTTP_STATUS')
  expect(modal.getState().alert).toEqual({ level: 'error', code: 'HTTP_STATUS', title: 'HTTP_STATUS', text: '' })
})

test('without debug nobody reads it', () => {
  const { modal } = createTestModal()
  raiseAlert(modal, 'FRAME_LOAD_FAILED')
  expect(modal.getState().alert).toBeUndefined()
})
