export type NodeProgram = {
  readonly name: string
  /** Packages of this repository, without the scope. */
  readonly packages: readonly string[]
  /** Gets the id of a chain and the address of its node. */
  readonly source: string
  /** Its last line of output. */
  readonly prints: object
}

const coreAlone: NodeProgram = {
  name: 'core alone',
  packages: ['core'],
  source: `
import { createModalCore } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers'

const modal = createModalCore({ adapters: [], env: { storage: () => null } })
modal.start()
const code = await connect(modal, { connectorId: 'none' }).then(() => 'connected', (error) => error.code)
const { status } = modal.getState()
modal.destroy()
console.log(JSON.stringify({ status, code }))
`,
  prints: { status: 'ready', code: 'CONNECTOR_NOT_FOUND' },
}

const signInServer: NodeProgram = {
  name: 'siwx/server over node:http',
  packages: ['core', 'siwx', 'adapter-evm'],
  source: `
import { createServer } from 'node:http'
import { once } from 'node:events'
import { createEvmVerifier } from '@latchkey/adapter-evm/verify'
import { toMessageText } from '@latchkey/siwx'
import { createMemoryNonceStore, createMemorySessionStore, createSiwxHandlers, toNodeListener } from '@latchkey/siwx/server'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const [, , id, rpcUrl] = process.argv
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = { id: Number(id), name: 'Local', nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } }
const origin = 'https://shop.example'
const siwx = createSiwxHandlers({
  origins: [origin],
  networks: [network],
  verifiers: [createEvmVerifier()],
  nonces: createMemoryNonceStore(),
  sessions: createMemorySessionStore(),
  // silenced: the program checks the response instead
  warn: () => undefined,
})
const server = createServer(toNodeListener(siwx.handle)).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = 'http://127.0.0.1:' + server.address().port
const headers = { origin, 'content-type': 'application/json' }
const post = (path, body) => fetch(url + '/siwx/' + path, { method: 'POST', headers, body: JSON.stringify(body) })

const account = privateKeyToAccount(generatePrivateKey())
const terms = { chainId: 'eip155:' + id, domain: 'shop.example', uri: origin }
const nonce = await (await post('nonce', { ...terms, address: account.address })).json()
const data = { accountAddress: account.address, version: '1', ...terms, ...nonce }
const message = toMessageText(data)
const forged = await post('verify', { data, message, signature: await account.signMessage({ message: 'another' }) })
const again = await (await post('nonce', { ...terms, address: account.address })).json()
const fresh = { ...data, ...again }
const text = toMessageText(fresh)
const reply = await post('verify', { data: fresh, message: text, signature: await account.signMessage({ message: text }) })
const cookie = reply.headers.get('set-cookie').split(';')[0]
const { sessions } = await (await fetch(url + '/siwx/session', { headers: { ...headers, cookie } })).json()
server.close()
server.closeAllConnections()
console.log(JSON.stringify({ forged: forged.status, status: reply.status, isOwn: sessions[0].data.accountAddress === account.address }))
`,
  prints: { forged: 401, status: 200, isOwn: true },
}

const scriptedWallet: NodeProgram = {
  name: 'testing in plain Node',
  packages: ['core', 'testing'],
  source: `
import { createEvmWallet } from '@latchkey/testing'
import { createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { createSolanaWallet } from '@latchkey/testing/solana'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'

const key = generatePrivateKey()
const wallet = createEvmWallet({ name: 'Dev wallet', rdns: 'example.dev', accounts: [key], chains: [{ id: 1, name: 'One', rpcUrl: 'http://127.0.0.1:9' }] })
const [address] = await wallet.provider.request({ method: 'eth_requestAccounts' })
console.log(JSON.stringify({ isOwn: address === privateKeyToAddress(key), others: [typeof createBitcoinWallet, typeof createSolanaWallet] }))
`,
  prints: { isOwn: true, others: ['function', 'function'] },
}

/** Programs that use the packages outside a page. */
export const nodePrograms: readonly NodeProgram[] = [coreAlone, signInServer, scriptedWallet]
