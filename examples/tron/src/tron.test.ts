import { adapterCases, connectorCases, runCase, runConformance } from '@latchkey/testing'
import { describe, expect, it } from 'vitest'
import { toHexAddress } from './address.js'
import { adapterSubject, connectorSubject } from './subjects.js'

describe('the connector', () => {
  for (const item of connectorCases)
    it(item.name, async ({ skip }) => {
      const { reason, error } = await runCase(item, connectorSubject)
      if (reason) skip(reason)
      expect(error).toBeUndefined()
    })
})

describe('the adapter', () => {
  it('passes the conformance cases', async () => {
    const outcomes = await runConformance(adapterCases, adapterSubject)
    expect(outcomes.flatMap(({ name, error }) => (error ? [`${name}: ${error}`] : []))).toEqual([])
    expect(outcomes.filter(({ reason }) => reason === undefined).length).toBeGreaterThan(10)
  })
})

it('converts an address to hex, and rejects an invalid checksum', () => {
  // a mainnet account, as explorers show it
  expect(toHexAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')
  expect(() => toHexAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toThrow()
})
