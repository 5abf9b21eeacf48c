import { randomBytes } from 'node:crypto'
import { createModalCore } from '@latchkey/core'
import { bitcoinDevKey, type RunningBitcoin, startBitcoin, startRpcProxy } from '@latchkey/devnet'
import {
  type AdapterSubject,
  adapterCases,
  assertCase,
  type ConnectorSubject,
  connectorCases,
  createTestUser,
  plainContext,
} from '@latchkey/testing'
import { type BitcoinShape, createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { Address, Signer, Verifier } from 'bip322-js'
import { Psbt } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalNetwork } from '../test/createLocalNetwork.js'
import { ECPair } from '../test/createPair.js'
import { createPsbt, toText } from '../test/createPsbt.js'
import { keys, shapes } from '../test/setUpWallet.js'
import { bitcoin } from './adapter.js'
import { bitcoinSignet } from './networks.js'

const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
/** An address belongs to one network, so the network never changes alone. The rest applies to other namespaces. */
const always = 'change: reports only the network|typedData:|transaction:sign(All)?:|calls:|capabilities:'
const some = new RegExp(`^(${always})`)
/** Leather neither switches networks nor reports changes. */
const most = new RegExp(`^(${always}|change|disconnect event|destroy: emits nothing|network:switch)`)
const notApplicable = {
  'wallet-standard': new RegExp(`^(${always}|network:switch)`),
  'sats-connect': some,
  leather: most,
  okx: some,
  unisat: some,
  xverse: some,
}

/** The address of a key in a format that other libraries accept. */
const signer = Address.convertPubKeyIntoAddress(Buffer.from(ECPair.publicKey, 'hex'), 'p2wpkh').regtest
const payment = { to: receiver, sats: 10_000n }

describe.runIf(process.env['BITCOIND_PATH'])('on the local chain', () => {
  let chain: RunningBitcoin
  beforeAll(async () => {
    chain = await startBitcoin({ mineAfterMs: 20 })
  })
  afterAll(() => chain.stop())

  /** The scripted wallet: discovered on the page, or passed to `createConnector` like a paired wallet. */
  const createConnectorSubject = (shape: BitcoinShape, isFound = true): ConnectorSubject => ({
    async create() {
      const { esploraUrl } = chain
      const network = createLocalNetwork(esploraUrl)
      const user = createTestUser()
      const privateKeys = [bitcoinDevKey(0), bitcoinDevKey(1)]
      const wallet = createBitcoinWallet({
        name: 'Scripted',
        shape,
        privateKeys,
        esploraUrl,
        ask: user.ask,
        origin: 'test',
      })
      const page = new EventTarget()
      const ended = new AbortController()
      const { env } = createModalCore({ adapters: [], env: { window: () => page as Window } })
      const networks = [network, bitcoinSignet]
      const instance = bitcoin().setup({
        ...plainContext,
        env,
        signal: ended.signal,
        getNetworks: () => networks,
      })
      const stop = isFound ? wallet.inject(page) : () => connector?.destroy()
      page.dispatchEvent(new Event('focus'))
      const meta = { id: 'paired', type: 'WALLET_CONNECT', name: 'Scripted', namespaces: ['bip122'] } as const
      const connector = isFound ? instance.getConnectors()[0] : await instance.createConnector?.(meta, wallet.provider)
      if (!connector) throw new Error('The wallet was not found.')
      const { address } = wallet.addresses[0] ?? { address: '' }

      return {
        connector,
        namespace: 'bip122',
        network,
        otherNetwork: bitcoinSignet,
        wallet: {
          ...user.controls,
          prompts: () => wallet.prompts,
          canRevoke: true,
          listeners: () => wallet.listenerCount,
          // Leather reports no changes
          ...(shape !== 'leather' && { selectAccount: wallet.selectAccount, revokeAccess: wallet.disconnectSite }),
        },
        checks: {
          'message:sign': {
            request: { message: 'Hello' },
            verify: (signature) => Verifier.verifySignature(address, 'Hello', signature),
          },
          'psbt:sign': {
            request: { psbt: toText(createPsbt([{ address }], receiver)) },
            verify: ({ psbtBase64, finalized }) =>
              finalized && Psbt.fromBase64(psbtBase64).extractTransaction().ins.length === 1,
          },
          'transaction:send': { request: { transaction: payment }, verify: (txid) => isMined(chain, txid) },
        },
        destroy() {
          stop()
          ended.abort()
          instance.destroy()
        },
      }
    },
  })

  /** A node behind a proxy that fails on demand. */
  const adapterSubject: AdapterSubject = {
    async create() {
      const signed = await signTransfer(chain)
      const proxies = await Promise.all([1, 2].map(() => startRpcProxy({ rpcUrl: chain.esploraUrl })))
      const network = createLocalNetwork(...proxies.map(({ url }) => url))
      const address = chain.accounts[2]?.payment ?? ''
      const stops: (() => void)[] = []
      return {
        createAdapter: () => bitcoin({ networks: [network] }),
        network,
        account: { namespace: 'bip122', address, type: 'payment' },
        checks: {
          'transaction:broadcast': { request: { signed: signed.hex }, verify: (txid) => txid === signed.txid },
          'transaction:confirm': {
            request: { id: signed.txid },
            verify: ({ status }) => status === 'confirmed',
          },
          'transfer:build': {
            request: { to: receiver, amount: 1_000n },
            verify: (transaction) => 'sats' in transaction && transaction.sats === 1_000n,
          },
          'transfer:fee': { request: { to: receiver, amount: 1_000n }, verify: (fee) => fee > 0n },
          'address:check': { request: { address: receiver }, verify: (isReceiver) => isReceiver },
          'message:verify': {
            request: { address: signer, message: 'Hello', signature: String(Signer.sign(ECPair.wif, signer, 'Hello')) },
            verify: ({ isValid }) => isValid,
          },
          'balance:read': { request: {}, verify: async ({ value }) => value === (await readFunds(chain, address)) },
        },
        controls: {
          announce(page) {
            const name = `Wallet ${stops.length}`
            const wallet = createBitcoinWallet({ name, shape: 'wallet-standard', privateKeys: keys })
            stops.push(wallet.inject(page))
          },
          breakChain() {
            for (const proxy of proxies) proxy.fail({ kind: 'cut', when: 'before' })
          },
          hangChain() {
            for (const proxy of proxies) proxy.fail({ kind: 'hang' })
          },
        },
        async destroy() {
          for (const stop of stops) stop()
          await Promise.all(proxies.map((proxy) => proxy.stop()))
        },
      }
    },
  }

  describe.each(shapes)('a connector of a %s wallet', (shape) => {
    const subject = createConnectorSubject(shape)
    for (const item of connectorCases)
      it(item.name, () => expect(assertCase(item, subject, notApplicable[shape])).resolves.toBeUndefined())
  })

  describe('a connector created from a Wallet Standard wallet', () => {
    const subject = createConnectorSubject('wallet-standard', false)
    for (const item of connectorCases)
      it(item.name, () => expect(assertCase(item, subject, notApplicable['wallet-standard'])).resolves.toBeUndefined())
  })

  describe('the adapter', () => {
    for (const item of adapterCases)
      it(item.name, () =>
        expect(assertCase(item, adapterSubject, /^(gas:estimate|network:image)/)).resolves.toBeUndefined(),
      )
  })
})

/** Signs a transfer from a new account without sending it. */
async function signTransfer({
  esploraUrl,
  fund,
}: RunningBitcoin): Promise<{ readonly hex: string; readonly txid: string }> {
  const wallet = createBitcoinWallet({ name: 'Signer', shape: 'unisat', privateKeys: [randomBytes(32)] })
  const { address } = wallet.addresses[0] ?? { address: '' }
  await fund(address, 100_000)
  const [coin] = (await (await fetch(`${esploraUrl}/address/${address}/utxo`)).json()) as {
    txid: string
    vout: number
  }[]
  const psbt = toText(createPsbt([{ address, txid: coin?.txid ?? '', index: coin?.vout ?? 0 }], receiver))
  const { signPsbt } = wallet.provider as { signPsbt(psbt: string): Promise<string> }
  const transaction = Psbt.fromHex(await signPsbt(Buffer.from(psbt, 'base64').toString('hex'))).extractTransaction()
  return { hex: transaction.toHex(), txid: transaction.getId() }
}

async function isMined({ esploraUrl }: RunningBitcoin, txid: string): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${esploraUrl}/tx/${txid}/status`)
    if (response.ok && ((await response.json()) as { confirmed: boolean }).confirmed) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

async function readFunds({ esploraUrl }: RunningBitcoin, address: string): Promise<bigint> {
  const utxos = (await (await fetch(`${esploraUrl}/address/${address}/utxo`)).json()) as { value: number }[]
  return utxos.reduce((sum, { value }) => sum + BigInt(value), 0n)
}
