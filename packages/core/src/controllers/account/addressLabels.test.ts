import { expect, test } from 'vitest'
import { alice, bob } from '../../testing/accounts.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { connect } from '../connection/connect.js'
import { addAddressLabel, getAccount, removeAddressLabel } from './account.js'

test('an address shows the app’s name for it, whatever the case that it is written in', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId: 'org.example.wallet' })
  addAddressLabel(modal, { address: alice.address.toUpperCase().replace('0X', '0x'), label: 'Treasury' })
  expect(getAccount(modal.getState()).addressLabel).toBe('Treasury')
})

test('a later name replaces the one before, and another address has none', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId: 'org.example.wallet' })
  addAddressLabel(modal, { address: bob.address, label: 'Bob' })
  expect(getAccount(modal.getState()).addressLabel).toBeUndefined()
  addAddressLabel(modal, { address: alice.address, label: 'First' })
  addAddressLabel(modal, { address: alice.address, label: 'Second' })
  expect(getAccount(modal.getState()).addressLabel).toBe('Second')
})

test('a name can be taken away, and an unknown one does not matter', () => {
  const { modal } = createTestModal()
  addAddressLabel(modal, { address: alice.address, label: 'Treasury' })
  removeAddressLabel(modal, { address: bob.address })
  expect(Object.values(modal.getState().addressLabels)).toEqual(['Treasury'])
  removeAddressLabel(modal, { address: alice.address })
  expect(modal.getState().addressLabels).toEqual({})
})
