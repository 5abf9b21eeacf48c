import { expect, test } from 'vitest'
import { createTestModal } from '../../testing/createTestModal.js'
import { setTheme } from '../shell/notices.js'

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
