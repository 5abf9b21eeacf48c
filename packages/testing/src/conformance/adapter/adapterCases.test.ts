import { describe, expect, it } from 'vitest'
import { runConformance } from '../runConformance.js'
import { createMemoryAdapterSubject } from '../testing/createMemoryAdapterSubject.js'
import { adapterCases } from './adapterCases.js'

describe('adapterCases', () => {
  it('pass for a minimal valid adapter', async () => {
    const results = await runConformance(adapterCases, createMemoryAdapterSubject())
    expect(results).toEqual(adapterCases.map(({ name }) => ({ name, outcome: 'passed' })))
  })

  it('have unique names', () => {
    const names = adapterCases.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are not applicable, with a reason, if the subject lacks what they need', async () => {
    const subject = createMemoryAdapterSubject()
    const results = await runConformance(adapterCases, {
      ...subject,
      async create() {
        const { createAdapter, network, destroy } = await subject.create()
        return { createAdapter, network, destroy, controls: {} }
      },
    })
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const missing = results.filter(({ outcome }) => outcome === 'not applicable')
    expect(missing).toHaveLength(13)
    expect([...new Set(missing.map(({ reason }) => reason))]).toEqual([
      'The subject has no controls.announce.',
      'The subject has no account.',
      'The subject has no controls.breakChain.',
      'The subject has no controls.hangChain.',
      "The subject has no checks['transaction:confirm'].",
      "The subject has no checks['gas:estimate'].",
      'The subject has no check of a feature beyond those of core.',
    ])
  })

  it.each([
    ['createAdapter', 'The subject returns no createAdapter().'],
    ['network', 'The subject returns no network.'],
    ['controls', 'The subject returns no controls.'],
    ['destroy', 'The subject returns no destroy().'],
  ])('blame the subject, not the adapter, if %s is missing', async (part, message) => {
    const subject = createMemoryAdapterSubject()
    const create = async (): ReturnType<typeof subject.create> => ({ ...(await subject.create()), [part]: undefined })
    const results = await runConformance(adapterCases, { ...subject, create })
    expect(new Set(results.map(({ error }) => error?.message))).toEqual(new Set([message]))
  })
})
