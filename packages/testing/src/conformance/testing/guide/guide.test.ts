import { readFileSync } from 'node:fs'
import {
  type AdapterSubject,
  adapterCases,
  type ConnectorSubject,
  connectorCases,
  runConformance,
} from '@latchkey/testing'
import { describe, expect, it } from 'vitest'
import { WalletEvent } from '../createMemoryAdapter.js'
import { createMemoryWallet, hub, zone } from '../createMemoryWallet.js'
import { createHubAdapter } from './createHubAdapter.js'
import { createHubConnector } from './createHubConnector.js'

const connectorSubject: ConnectorSubject = {
  async create() {
    const { provider, controls } = createMemoryWallet()
    const connector = createHubConnector(provider, 'org.example.hub')
    return {
      connector,
      namespace: 'cosmos',
      network: hub,
      otherNetwork: zone,
      wallet: controls,
      checks: {
        'message:sign': {
          request: { message: 'Hello' },
          verify: (signature, { account }) => signature === `Hello by ${account.address}`,
        },
      },
      destroy: () => connector.destroy(),
    }
  },
}

const adapterSubject: AdapterSubject = {
  timeout: 1_500,
  async create() {
    let answers: 'right' | 'none' | 'errors' = 'right'
    let count = 0
    return {
      createAdapter: () =>
        createHubAdapter(async () => {
          if (answers === 'errors') throw new Error('The node is down.')
          return answers === 'right' ? 7n : new Promise<bigint>(() => undefined)
        }),
      network: hub,
      account: { namespace: 'cosmos', address: 'hub1qqqqqqqqqqqqqqqqqqqqqqqqqq', type: 'eoa' },
      env: { fetch: async () => new Response('{}') },
      checks: { 'balance:read': { request: {}, verify: ({ value }) => value === 7n } },
      controls: {
        announce(page) {
          count += 1
          page.dispatchEvent(new WalletEvent({ id: `hub-${count}`, provider: createMemoryWallet().provider }))
        },
        breakChain() {
          answers = 'errors'
        },
        hangChain() {
          answers = 'none'
        },
      },
      destroy: () => undefined,
    }
  },
}

describe('the adapter of the guide', () => {
  it('has a connector that passes the conformance cases', async () => {
    const outcomes = await runConformance(connectorCases, connectorSubject)
    expect(outcomes.flatMap(({ name, error }) => (error ? [`${name}: ${error}`] : []))).toEqual([])
    expect(outcomes.filter(({ reason }) => reason === undefined).length).toBeGreaterThan(20)
  })

  it('passes those of adapters', async () => {
    const outcomes = await runConformance(adapterCases, adapterSubject)
    expect(outcomes.flatMap(({ name, error }) => (error ? [`${name}: ${error}`] : []))).toEqual([])
    expect(outcomes.filter(({ reason }) => reason === undefined).length).toBeGreaterThan(10)
  })

  it.each(['createHubConnector.ts', 'createHubAdapter.ts'])('is shown there word for word: %s', (name) => {
    const guide = readFileSync(new URL('../../../../../../docs/writing-an-adapter.md', import.meta.url), 'utf8')
    const [, ...body] = readFileSync(new URL(name, import.meta.url), 'utf8').split('\n\n')
    expect(guide).toContain(body.join('\n\n').trim())
  })
})
