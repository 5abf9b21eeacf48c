// An app or a wallet with an earlier version of WalletConnect's client, installed by `npm install` in a separate
// folder. It runs in a separate process, because the repository only contains one version. Arguments: the folder, the
// package (of a wallet, or sign-client) and the relay's URL. The parent process sends { id, method, params } and
// receives { id, result } or { id, error }.
import { createRequire } from 'node:module'

const [folder = '', name = '', relayUrl = ''] = process.argv.slice(2)
const load = createRequire(`${folder}/`)
const chain = 'eip155:1'
const account = `${chain}:0x0000000000000000000000000000000000000001`
const namespace = { chains: [chain], methods: ['personal_sign'], events: ['accountsChanged'] }
const metadata = { name: 'Earlier client', description: '', url: 'https://example.org', icons: [] }
const items = new Map()
const storage = {
  getKeys: async () => [...items.keys()],
  getEntries: async () => [...items],
  getItem: async (key) => items.get(key),
  setItem: async (key, value) => void items.set(key, value),
  removeItem: async (key) => void items.delete(key),
}
const options = { projectId: 'a'.repeat(32), relayUrl, metadata, storage, logger: 'silent' }

const client = await start()

/** Number of requests to sign that this wallet received. */
let asked = 0
let approval
const methods = {
  /** As an app: returns the URI of a new pairing. */
  connect: async () => {
    const { uri, approval: wait } = await client.connect({ requiredNamespaces: { eip155: namespace } })
    approval = wait()
    return uri
  },
  /** As an app: returns the accounts of the approved session. */
  approved: async () => (await approval).namespaces.eip155.accounts,
  /** As an app: returns the wallet's response to `personal_sign`. */
  sign: async ({ params }) =>
    client.request({ topic: (await approval).topic, chainId: chain, request: { method: 'personal_sign', params } }),
  /** As a wallet: approves the proposal, and from then on each request. */
  pair: async ({ uri }) => {
    const approved = new Promise((resolve, reject) => {
      client.on('session_proposal', ({ id }) => {
        const namespaces = { eip155: { ...namespace, accounts: [account] } }
        const approve = client.approveSession ?? (async (words) => (await client.approve(words)).acknowledged())
        approve.call(client, { id, namespaces }).then(resolve, reject)
      })
    })
    client.on('session_request', ({ id, topic, params }) => {
      asked++
      const response = { id, jsonrpc: '2.0', result: `signed: ${params.request.params[0]}` }
      void (client.respondSessionRequest ?? client.respond).call(client, { topic, response })
    })
    await (client.pair ?? client.core.pairing.pair).call(client.pair ? client : client.core.pairing, { uri })
    await approved
  },
  asked: async () => asked,
}

process.on('message', async ({ id, method, params }) => {
  try {
    process.send({ id, result: await methods[method](params) })
  } catch (cause) {
    process.send({ id, error: String(cause?.message ?? cause) })
  }
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })

async function start() {
  const module = load(`@walletconnect/${name}`)
  if (name !== 'web3wallet') return (module.default?.init ? module.default : module.SignClient).init(options)
  const { Core } = load('@walletconnect/core')
  return module.Web3Wallet.init({ core: new Core(options), metadata })
}
