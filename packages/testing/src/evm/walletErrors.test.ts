import { describe, expect, it } from 'vitest'
import { rejectionErrors, unknownChainErrors } from './walletErrors.js'

/** All text of a value, at any depth. */
const said = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.getOwnPropertyNames(value)
    .filter((name) => name !== 'stack')
    .map((name) => said(Reflect.get(value, name)))
    .join(' ')
}

describe('the error tables', () => {
  it.each([
    ['unknown chain', unknownChainErrors, /\b4902\b/],
    ['rejection', rejectionErrors, /\b(4001|5000|5002|ACTION_REJECTED)\b/],
  ])('name each %s once, and contain its code exactly if carriesCode is set', (_, table, code) => {
    const names = table.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(table.length).toBeGreaterThanOrEqual(12)
    for (const { error, carriesCode } of table) expect(code.test(said(error))).toBe(carriesCode)
  })
})
