import { expect, test, vi } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { createTestWallet, type TestWallet } from '../../testing/createTestWallet.js'
import { prepareConnect } from './flow.js'

function withPrepare(id: string, prepare: () => void): TestWallet {
  const wallet = createTestWallet({ id })
  return { ...wallet, connector: { ...wallet.connector, prepare } }
}

test('tells that connector alone, and leaves the state as it is', () => {
  const prepared: string[] = []
  const wallets = ['a', 'b'].map((id) => withPrepare(id, () => void prepared.push(id)))
  const { modal } = createTestModal({ wallets: [...wallets, createTestWallet({ id: 'plain' })] })
  const before = modal.getState()
  for (const connectorId of ['b', 'plain', 'nobody']) prepareConnect(modal, { connectorId })
  expect(prepared).toEqual(['b'])
  expect(modal.getState()).toBe(before)
})

test('one that throws is a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const cause = new Error('broken')
  const broken = withPrepare('a', () => {
    throw cause
  })
  prepareConnect(createTestModal({ wallets: [broken] }).modal, { connectorId: 'a' })
  expect(warn).toHaveBeenCalledWith('[latchkey]', cause)
  warn.mockRestore()
})
