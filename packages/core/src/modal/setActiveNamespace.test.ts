import { expect, test } from 'vitest'
import { createTestModal } from '../testing/createTestModal.js'
import { setActiveNamespace } from './namespaces.js'

test('activates a namespace, and restores it on the next visit', () => {
  const { modal, storage } = createTestModal()
  setActiveNamespace(modal, 'solana')
  expect(modal.getState().activeNamespace).toBe('solana')
  expect(createTestModal({ storage }).modal.getState().activeNamespace).toBe('solana')
})

test('rejects a namespace without an adapter', () => {
  const { modal } = createTestModal()
  expect(() => setActiveNamespace(modal, 'cosmos')).toThrow(expect.objectContaining({ code: 'ADAPTER_NOT_FOUND' }))
  expect(modal.getState().activeNamespace).toBe('eip155')
})

test('throws NOT_STARTED before start, without touching state or storage', () => {
  const { modal, storage } = createTestModal({ isStarted: false })
  expect(() => setActiveNamespace(modal, 'solana')).toThrow(expect.objectContaining({ code: 'NOT_STARTED' }))
  expect([modal.getState().activeNamespace, storage.writes]).toEqual(['eip155', []])
})

test('setting the active namespace again changes and writes nothing', () => {
  const { modal, storage } = createTestModal()
  const before = modal.getState()
  setActiveNamespace(modal, 'eip155')
  expect([modal.getState() === before, storage.writes]).toEqual([true, []])
})
