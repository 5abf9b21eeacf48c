import { expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { raiseAlert } from '../shell/notices.js'

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
  raiseAlert(context, code)
  expect(modal.getState().alert).toEqual({ level: 'error', code, title, text: expect.stringMatching(/\w{3,}/) })
})

test('a fault without words of its own is told by its code', () => {
  const { modal, context } = setUp(true)
  raiseAlert(context, 'HTTP_STATUS')
  expect(modal.getState().alert).toEqual({ level: 'error', code: 'HTTP_STATUS', title: 'HTTP_STATUS', text: '' })
})

test('without debug nobody reads it', () => {
  const { modal, context } = setUp(false)
  raiseAlert(context, 'FRAME_LOAD_FAILED')
  expect(modal.getState().alert).toBeUndefined()
})
