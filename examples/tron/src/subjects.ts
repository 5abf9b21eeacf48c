import { type AdapterSubject, type ConnectorSubject, createTestContext, createTestUser } from '@latchkey/testing'
import { toAddress } from './address.js'
import { createTronConnector } from './createTronConnector.js'
import { createDevWallet, recoverAddress } from './devWallet.js'
import { tron, tronMainnet, tronNile } from './tron.js'

const mainnet = tronMainnet('http://127.0.0.1:1/jsonrpc')
const nile = tronNile('http://127.0.0.1:1/jsonrpc')

/** A fresh wallet with a fresh connector for each case. */
export const connectorSubject: ConnectorSubject = {
  async create() {
    const user = createTestUser()
    let prompts = 0
    const wallet = createDevWallet({
      async prompt() {
        prompts += 1
        if (!(await user.ask())) throw Object.assign(new Error('The user declined.'), { code: 4001 })
      },
    })
    const connector = createTronConnector(wallet.announcement, createTestContext())
    return {
      connector,
      namespace: 'tron',
      network: mainnet,
      otherNetwork: nile,
      wallet: {
        ...user.controls,
        prompts: () => prompts,
        selectAccount: wallet.selectAccount,
        selectNetwork: (id) => wallet.selectNetwork(id.replace('tron:', '')),
        revokeAccess: wallet.revoke,
        listeners: wallet.listenerCount,
      },
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

/** The adapter with its own node, which can fail. */
export const adapterSubject: AdapterSubject = {
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
      account: { namespace: 'tron', address: toAddress(new Uint8Array(20).fill(7)), type: 'eoa' },
      env: { fetch },
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
