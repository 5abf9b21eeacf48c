import { expect, test } from 'vitest'
import { NotConnectedError } from '../../errors/connection.js'
import { NetworkNotFoundError } from '../../errors/network.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { hideAlert, showAlert } from '../shell/notices.js'

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
  const { modal } = createTestModal()
  const before = modal.getState()
  showAlert(modal, new NotConnectedError())
  expect(modal.getState()).toBe(before)
})
