import { rm } from 'node:fs/promises'
import { type Devnet, fundAccount, fundSolana, type RpcProxy, startDevnet, startRpcProxy } from '@latchkey/devnet'
import { base58 } from '@scure/base'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { createPublicClient, type Hex, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { broadcast, createNode } from '../../frame/requests/node.js'
import { type RunningSite, startSite } from '../startSite.js'
import { writeFrameFolder } from '../test/writeFrameFolder.js'

const evm = 'eip155:31337'
let devnet: Devnet
/** The first node of EVM, and of Solana. */
let lossy: RpcProxy
let lossySolana: RpcProxy
let solanaUrl: string
let solana: string
let site: RunningSite
let frameFolder: string

beforeAll(async () => {
  devnet = await startDevnet({ chains: [31337], solana: true })
  const rpcUrl = devnet.chains[0].rpcUrl
  const { network } = devnet.solana ?? expect.unreachable()
  solana = network.caipNetworkId
  solanaUrl = network.rpcUrl
  lossy = await startRpcProxy({ rpcUrl })
  lossySolana = await startRpcProxy({ rpcUrl: solanaUrl })
  frameFolder = await writeFrameFolder()
  const shared = { name: 'A network', symbol: 'X' }
  site = await startSite({
    projects: new Map(),
    networks: [
      { ...shared, decimals: 18, caipNetworkId: evm, rpcUrls: [lossy.url, rpcUrl] },
      { ...shared, decimals: 9, caipNetworkId: solana, rpcUrls: [lossySolana.url, solanaUrl] },
    ],
    custody: '/nowhere',
    port: 0,
    frameFolder,
  })
})
afterEach(() => {
  lossy.reset()
  lossySolana.reset()
})
afterAll(async () => {
  await site?.stop()
  await Promise.all([lossy?.stop(), lossySolana?.stop()])
  await devnet?.stop()
  await rm(frameFolder, { recursive: true, force: true })
})

/** The frame's node client. `lost`: how many responses of the site don't arrive. */
const openFrame = (
  lost = 0,
): { readonly send: (chain: string, method: string, params: unknown) => Promise<unknown> } => {
  let left = lost
  const callNode = createNode({
    project: 'demo',
    fetch: async (path, { headers, ...init } = {}) => {
      const response = await fetch(`${site.url}${path}`, {
        ...init,
        headers: { ...(headers as object), origin: site.publicUrl },
      })
      if (left-- <= 0) return response
      await response.text()
      throw new TypeError('Failed to fetch')
    },
  })
  const signal = new AbortController().signal
  return { send: (chain, method, params) => broadcast(callNode, { chain, method, params, signal }) }
}

/** A payment of 1 ether to a new address, signed and not sent. */
async function signPayment(): Promise<{ readonly raw: Hex; readonly readPaid: () => Promise<bigint> }> {
  const rpcUrl = devnet.chains[0].rpcUrl
  const client = createPublicClient({ transport: http(rpcUrl) })
  const payer = privateKeyToAccount(generatePrivateKey())
  const { address: to } = privateKeyToAccount(generatePrivateKey())
  await fundAccount(rpcUrl, payer.address, parseEther('5'))
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  const raw = await payer.signTransaction({
    ...{ chainId: 31337, type: 'eip1559', nonce: 0, gas: 21_000n, maxFeePerGas, maxPriorityFeePerGas },
    ...{ to, value: parseEther('1') },
  })
  return { raw, readPaid: () => client.getBalance({ address: to }) }
}

async function signSolanaPayment(): Promise<{ readonly raw: string; readonly readPaid: () => Promise<number> }> {
  const connection = new Connection(solanaUrl, 'confirmed')
  const [payer, receiver] = [Keypair.generate(), Keypair.generate()]
  await fundSolana(solanaUrl, payer.publicKey.toBase58(), 3_000_000_000)
  const { blockhash } = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(
    SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: new PublicKey(receiver.publicKey),
      lamports: 1_000_000_000,
    }),
  )
  transaction.sign(payer)
  return { raw: base58.encode(transaction.serialize()), readPaid: () => connection.getBalance(receiver.publicKey) }
}

describe('[F31] a transaction that reached the network is reported as sent, and paid once', () => {
  test('if the first node forwards it and its response is lost', async () => {
    lossy.fail({ kind: 'cut', when: 'after', methods: ['eth_sendRawTransaction'], times: 1 })
    const { raw, readPaid } = await signPayment()
    expect(await openFrame().send(evm, 'eth_sendRawTransaction', [raw])).toMatch(/^0x[\da-f]{64}$/)
    await expect.poll(readPaid).toBe(parseEther('1'))
    expect(lossy.calls.map(({ fault }) => fault)).toContain('cut')
  })

  test('if the site forwards it and its response is lost', async () => {
    const { raw, readPaid } = await signPayment()
    expect(await openFrame(1).send(evm, 'eth_sendRawTransaction', [raw])).toMatch(/^0x[\da-f]{64}$/)
    await expect.poll(readPaid).toBe(parseEther('1'))
  })

  test('on Solana, if the first node forwards it and its response is lost', async () => {
    lossySolana.fail({ kind: 'cut', when: 'after', methods: ['sendTransaction'], times: 1 })
    const { raw, readPaid } = await signSolanaPayment()
    const signature = await openFrame().send(solana, 'sendTransaction', [raw, { encoding: 'base58' }])
    expect(signature).toMatch(/^[1-9A-Za-z]{64,88}$/)
    await expect.poll(readPaid).toBe(1_000_000_000)
    expect(lossySolana.calls.map(({ fault }) => fault)).toContain('cut')
  })

  test('on Solana, if the site forwards it and its response is lost', async () => {
    const { raw, readPaid } = await signSolanaPayment()
    const signature = await openFrame(1).send(solana, 'sendTransaction', [raw, { encoding: 'base58' }])
    expect(signature).toMatch(/^[1-9A-Za-z]{64,88}$/)
    await expect.poll(readPaid).toBe(1_000_000_000)
  })
})

describe('error: a transaction that the network does not confirm', () => {
  test('is rejected with the node’s message', async () => {
    const poor = privateKeyToAccount(generatePrivateKey())
    const fees = { maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1n }
    const payment = { to: poor.address, value: 1n, nonce: 0, gas: 21_000n, chainId: 31337 }
    const raw = await poor.signTransaction({ ...payment, ...fees, type: 'eip1559' })
    await expect(openFrame().send(evm, 'eth_sendRawTransaction', [raw])).rejects.toThrow(/insufficient funds/i)
  })

  test.each(['0x', '0xzz', 7, undefined, '0x02f8'])('is rejected if it is invalid: %j', async (raw) => {
    await expect(openFrame().send(evm, 'eth_sendRawTransaction', [raw])).rejects.toThrow()
    await expect(openFrame().send(solana, 'sendTransaction', [raw])).rejects.toThrow()
  })

  test('fails with UNAVAILABLE if the site’s responses are all lost, even if it was sent', async () => {
    const { raw, readPaid } = await signPayment()
    await expect(openFrame(2).send(evm, 'eth_sendRawTransaction', [raw])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect.poll(readPaid).toBe(parseEther('1'))
  })
})
