import { describe, expect, it } from 'vitest'
import { runConformance } from '../runConformance.js'
import { createMemorySubject } from '../testing/createMemorySubject.js'
import { connectorCases } from './connectorCases.js'

describe('connectorCases', () => {
  it('pass for a minimal valid connector', async () => {
    const results = await runConformance(connectorCases, createMemorySubject())
    expect(results).toEqual(connectorCases.map(({ name }) => ({ name, outcome: 'passed' })))
  })

  it('have unique names', () => {
    const names = connectorCases.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are not applicable, with a reason, if the subject lacks what they need', async () => {
    const subject = createMemorySubject()
    const results = await runConformance(connectorCases, {
      ...subject,
      async create() {
        const { checks, otherNetwork, wallet, connector, ...rig } = await subject.create()
        const { approve, reject, hang, release, prompts } = wallet
        return {
          ...rig,
          connector: { ...connector, features: {} },
          wallet: { approve, reject, hang, release, prompts },
        }
      },
    })
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const missing = results.filter(({ outcome }) => outcome === 'not applicable')
    expect(missing).toHaveLength(34)
    expect([...new Set(missing.map(({ reason }) => reason))]).toEqual([
      'The subject has no wallet.listeners.',
      'The subject has no wallet.selectAccount.',
      'The subject has no wallet.selectNetwork.',
      'The subject has no wallet.revokeAccess.',
      'The subject has no wallet.canRevoke.',
      "The subject has no feature 'message:sign'.",
      "The subject has no feature 'typedData:sign'.",
      "The subject has no feature 'transaction:send'.",
      "The subject has no feature 'transaction:sign'.",
      "The subject has no feature 'transaction:signAll'.",
      "The subject has no feature 'calls:send'.",
      'The subject has no check of a feature beyond those of core.',
      "The subject has no feature 'calls:status'.",
      "The subject has no feature 'capabilities:read'.",
      "The subject has no feature 'network:switch'.",
    ])
  })

  it('blame the subject, not the connector, if a part of it is missing', async () => {
    const subject = createMemorySubject()
    const create = async (): ReturnType<typeof subject.create> => {
      const { namespace: _, ...rig } = await subject.create()
      return rig as Awaited<ReturnType<typeof subject.create>>
    }
    const results = await runConformance(connectorCases, { ...subject, create })
    expect(new Set(results.map(({ error }) => error?.message))).toEqual(new Set(['The subject returns no namespace.']))
  })
})
