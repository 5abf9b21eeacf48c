import { expect, test } from 'vitest'
import { isNodeSupported } from './isNodeSupported.mjs'

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.0.0', true],
  ['20.18.9', false],
  ['18.20.0', false],
])('compares Node.js %s with the range >=20.19', (version, supported) => {
  expect(isNodeSupported(version, '>=20.19')).toBe(supported)
})

test('error: throws for a range that it cannot read', () => {
  expect(() => isNodeSupported('22.0.0', '^22')).toThrow('Cannot read the range "^22"')
})
