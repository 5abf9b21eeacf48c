import { type Devnet, fundAccount, startDevnet } from '@latchkey/devnet'
import { BrowserProvider, parseEther as toWei, verifyMessage as verifyByEthers } from 'ethers'
import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  http,
  parseEther,
  recoverTypedDataAddress,
  verifyMessage,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { toNetwork } from '../../test/networks.js'

let devnet: Devnet

beforeAll(async () => {
  devnet = await startDevnet()
})

afterAll(() => devnet.stop())

const receiver = '0x00000000000000000000000000000000000000ff'

const typedData = {
  domain: { name: 'App', version: '1', chainId: 31_337 },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'hello' },
} as const

/** A login whose frame knows the local chains, with a funded account. */
async function setUp() {
  const networks = devnet.chains.map(({ id, rpcUrl }) => toNetwork(`eip155:${id}`, rpcUrl))
  const rig = createRig({ networks })
  await rig.login()
  await rig.connect()
  const { address } = rig.frame.keys.evm
  for (const { rpcUrl } of devnet.chains) await fundAccount(rpcUrl, address, parseEther('1'))
  const provider = await rig.getEvm()
  const chains = devnet.chains.map(({ id, rpcUrl }) =>
    defineChain({
      id,
      name: `Chain ${id}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
  )
  return { rig, provider, address, chains }
}

describe('viem', () => {
  test('signs a message and typed data', async () => {
    const { provider, address, chains } = await setUp()
    const client = createWalletClient({ chain: chains[0], transport: custom(provider) })
    const [account] = await client.requestAddresses()
    expect(account).toBe(address)
    const signature = await client.signMessage({ account: address, message: 'hello' })
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    const signed = await client.signTypedData({ account: address, ...typedData })
    expect(await recoverTypedDataAddress({ ...typedData, signature: signed })).toBe(address)
  })

  test('sends a transaction on each chain after switching to it', async () => {
    const { rig, provider, address, chains } = await setUp()
    for (const chain of chains) {
      const client = createWalletClient({ account: address, chain, transport: custom(provider) })
      await client.switchChain({ id: chain.id })
      const hash = await client.sendTransaction({ to: receiver, value: 5n })
      const node = createPublicClient({ chain, transport: http(), pollingInterval: 20 })
      const { status, from } = await node.waitForTransactionReceipt({ hash })
      expect([status, from]).toEqual(['success', address.toLowerCase()])
    }
    expect(rig.frame.prompts()).toBe(chains.length)
  })

  test('reads through the frame', async () => {
    const { provider, address, chains } = await setUp()
    const client = createPublicClient({ chain: chains[0], transport: custom(provider) })
    expect(await client.getBalance({ address })).toBe(parseEther('1'))
    expect(await client.getChainId()).toBe(chains[0]?.id)
    expect(await client.estimateGas({ account: address, to: receiver, value: 1n })).toBe(21_000n)
  })

  test('recognizes a rejection, an unknown chain and a chain mismatch', async () => {
    const { rig, provider, address, chains } = await setUp()
    const client = createWalletClient({ account: address, chain: chains[0], transport: custom(provider) })
    rig.frame.user.reject()
    await expect(client.signMessage({ message: 'hello' })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    })
    await expect(client.switchChain({ id: 5 })).rejects.toMatchObject({ name: 'SwitchChainError' })
    await client.switchChain({ id: 31_338 })
    await expect(client.sendTransaction({ to: receiver })).rejects.toMatchObject({
      cause: { name: 'ChainMismatchError' },
    })
  })
})

describe('ethers', () => {
  test('signs a message and typed data', async () => {
    const { provider, address } = await setUp()
    const signer = await new BrowserProvider(provider).getSigner()
    expect(await signer.getAddress()).toBe(address)
    expect(verifyByEthers('hello', await signer.signMessage('hello'))).toBe(address)
    const { domain, types, message } = typedData
    const signature = await signer.signTypedData(domain, { Mail: [...types.Mail] }, message)
    expect(await recoverTypedDataAddress({ ...typedData, signature: signature as '0x' })).toBe(address)
  })

  test('sends a transaction, and reads its receipt through the frame', async () => {
    const { provider, address } = await setUp()
    const own = new BrowserProvider(provider, undefined, { pollingInterval: 50 })
    const signer = await own.getSigner()
    const sent = await signer.sendTransaction({ to: receiver, value: toWei('0.1') })
    const receipt = await sent.wait()
    expect(receipt).toMatchObject({ status: 1, from: address })
    expect(await own.getBalance(address)).toBeLessThan(toWei('0.9'))
    own.destroy()
  })

  test('deploys a contract', async () => {
    const { provider } = await setUp()
    const own = new BrowserProvider(provider, undefined, { pollingInterval: 50 })
    const signer = await own.getSigner()
    // returns one byte of code: STOP
    const sent = await signer.sendTransaction({ data: '0x600160005360016000f3' })
    const receipt = await sent.wait()
    expect(await own.getCode(receipt?.contractAddress ?? '')).toBe('0x01')
    own.destroy()
  })

  test('recognizes a rejection', async () => {
    const { rig, provider } = await setUp()
    const signer = await new BrowserProvider(provider).getSigner()
    rig.frame.user.reject()
    await expect(signer.signMessage('hello')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
  })
})

test('sends the frame the RPC URL of an unlisted network', async () => {
  const { rig } = await setUp()
  expect(rig.frame.messages.filter(({ name }) => name === 'GET_USER')[0]?.payload).toMatchObject({
    chainId: devnet.chains[0].id,
    rpcUrl: devnet.chains[0].rpcUrl,
  })
})
