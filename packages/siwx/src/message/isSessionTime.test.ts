import { expect, test } from 'vitest'
import { evm } from '../../test/messages.js'
import { isSessionTime } from './isSessionTime.js'

const at = (iso: string): number => Date.parse(iso)

test('holds from its start to its end', () => {
  expect(isSessionTime(evm, at('2026-11-20T09:59:00.000Z'))).toBe(true)
  expect(isSessionTime(evm, at('2026-11-20T09:58:59.999Z'))).toBe(false)
  expect(isSessionTime(evm, at('2026-11-27T09:59:59.999Z'))).toBe(true)
  expect(isSessionTime(evm, at('2026-11-27T10:00:00.000Z'))).toBe(false)
})

test('without a start or an end it has none', () => {
  const open = { ...evm, notBefore: undefined, expirationTime: undefined }
  expect([isSessionTime(open, 0), isSessionTime(open, at('9999-01-01T00:00:00Z'))]).toEqual([true, true])
})

test('a time that is none never holds', () => {
  expect(isSessionTime({ ...evm, expirationTime: 'never' }, 0)).toBe(false)
  expect(isSessionTime({ ...evm, notBefore: '' }, at('2026-11-21T00:00:00.000Z'))).toBe(false)
})
