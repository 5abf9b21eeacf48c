import { createEnv } from '@latchkey/core/plugin'
import {
  type AdapterSubject,
  adapterCases,
  type ConnectorSubject,
  connectorCases,
  runCase,
  runConformance,
} from '@latchkey/testing'
import { describe, expect, it } from 'vitest'
import { toAddress, toHexAddress } from './address.js'
import { createTronConnector } from './createTronConnector.js'
import { createDevWallet, recoverAddress } from './devWallet.js'
import { tron, tronMainnet, tronNile } from './tron.js'

const mainnet = tronMainnet('http://127.0.0.1:1/jsonrpc')
const nile = tronNile('http://127.0.0.1:1/jsonrpc')

type Answer = 'yes' | 'no' | 'wait'

/** A wallet whose user answers as it is told. */
function createScriptedWallet() {
  let answer: Answer = 'yes'
  let prompts = 0
  let waiting: (() => void)[] = []
  const wallet = createDevWallet({
    async prompt() {
      prompts += 1
      if (answer === 'no') throw Object.assign(new Error('The user declined.'), { code: 4001 })
      if (answer === 'wait') await new Promise<void>((resolve) => waiting.push(resolve))
    },
  })
  const say = (next: Answer): void => {
    answer = next
  }
  const release = (): void => {
    say('yes')
    for (const resolve of waiting) resolve()
    waiting = []
  }
  return {
    wallet,
    controls: {
      approve: () => say('yes'),
      reject: () => say('no'),
      hang: () => say('wait'),
      release,
      prompts: () => prompts,
      selectAccount: wallet.selectAccount,
      selectNetwork: (id: string) => wallet.selectNetwork(id.replace('tron:', '')),
      letGo: wallet.revoke,
      listeners: wallet.listenerCount,
    },
  }
}

const connectorSubject: ConnectorSubject = {
  async create() {
    const { wallet, controls } = createScriptedWallet()
    const connector = createTronConnector(wallet.announcement, { env: createEnv(), warn: () => undefined })
    return {
      connector,
      namespace: 'tron',
      network: mainnet,
      otherNetwork: nile,
      wallet: controls,
      checks: {
        'message:sign': {
          request: { message: 'Hello' },
          verify: (signature, { account }) => recoverAddress('Hello', String(signature)) === account.address,
        },
      },
      destroy: () => connector.destroy(),
    }
  },
}

const account = toAddress(new Uint8Array(20).fill(7))

const adapterSubject: AdapterSubject = {
  timeout: 1_500,
  async create() {
    let node: 'answers' | 'hangs' | 'fails' = 'answers'
    let count = 0
    const fetch = async (): Promise<Response> => {
      if (node === 'hangs') return new Promise(() => undefined)
      if (node === 'fails') return new Response('', { status: 500 })
      return Response.json({ jsonrpc: '2.0', id: 1, result: '0x7' })
    }
    return {
      createAdapter: () => tron({ networks: [mainnet, nile] }),
      network: mainnet,
      account: { namespace: 'tron', address: account, type: 'eoa' },
      env: { fetch: fetch as typeof globalThis.fetch },
      checks: { 'balance:read': { request: {}, verify: ({ value }) => value === 7n } },
      controls: {
        announce(page) {
          count += 1
          createDevWallet({ rdns: `org.example.tron${count}`, prompt: async () => undefined }).announce(page)
        },
        breakChain() {
          node = 'fails'
        },
        hangChain() {
          node = 'hangs'
        },
      },
      destroy: () => undefined,
    }
  },
}

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

it('writes an address as hex and back', () => {
  // an account of the main network, as explorers show it
  expect(toHexAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('0xa614f803b6fd780986a42c78ec9c7f77e6ded13c')
  expect(() => toHexAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toThrow()
})
