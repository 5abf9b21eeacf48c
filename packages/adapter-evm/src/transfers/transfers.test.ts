import { fileURLToPath } from 'node:url'
import type { TransferRequest } from '@latchkey/core'
import { fetchBalance } from '@latchkey/core/controllers'
import {
  getSendProblem,
  reviewSend,
  setMaxSendAmount,
  setSendReceiver,
  startSend,
  submitSend,
} from '@latchkey/core/internal'
import {
  compileContracts,
  deployContract,
  devAccount,
  multicall3Address,
  type RunningAnvil,
  startAnvil,
} from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import { createPublicClient, createWalletClient, erc20Abi, http, parseEther, parseGwei, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { createSendRig, until } from '../../test/createSendRig.js'
import { toRpcTransaction } from '../encoding.js'
import { type ChainFeatures, createChainFeatures } from '../features/chainFeatures.js'

let anvil: RunningAnvil

let chain: ChainFeatures

let plain: { readonly address: `0x${string}`; readonly decimals: number }

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  chain = createChainFeatures(createTestContext())
  plain = { address: await deploy('Plain'), decimals: 6 }
})

afterAll(async () => {
  chain.destroy()
  await anvil.stop()
})

const contracts = compileContracts({ file: fileURLToPath(new URL('../../test/Tokens.sol', import.meta.url)) })

async function deploy(name: string): Promise<`0x${string}`> {
  const contract = contracts[name]
  if (!contract) throw new Error(`${name} was not compiled`)
  return deployContract({ rpcUrl: anvil.url, ...contract })
}

const [from, to] = [devAccount(0), devAccount(5)]

const network = () => createNetwork(31_337, anvil.url)

const request = (own: Partial<TransferRequest>): TransferRequest => ({
  account: { namespace: 'eip155', address: from.address, type: 'eoa' },
  network: network(),
  signal: new AbortController().signal,
  to: to.address,
  amount: 1n,
  ...own,
})

const read = (address: string) => chain.readToken({ network: network(), address, signal: new AbortController().signal })

/** Sends the built transaction as a wallet would. */
async function send(own: Partial<TransferRequest>): Promise<void> {
  const fields = toRpcTransaction(request(own).account, await chain.buildTransfer(request(own)))
  const client = createWalletClient({ account: from, transport: http(anvil.url) })
  const hash = await client.sendTransaction({
    chain: null,
    to: fields['to'] as `0x${string}`,
    value: BigInt(fields['value'] ?? 0),
    ...(fields['data'] !== undefined && { data: fields['data'] as `0x${string}` }),
  })
  const receipt = await createPublicClient({ transport: http(anvil.url) }).waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
}

describe('transfer:build', () => {
  const client = () => createPublicClient({ transport: http(anvil.url) })
  const balance = () => client().getBalance({ address: to.address })
  const tokens = () =>
    client().readContract({ address: plain.address, abi: erc20Abi, functionName: 'balanceOf', args: [to.address] })

  test('builds a transfer of the native currency, exact to the wei', async () => {
    const before = await balance()
    await send({ amount: 123_456_789_012_345_678n })
    expect((await balance()) - before).toBe(123_456_789_012_345_678n)
  })

  test('builds a token transfer', async () => {
    const before = await tokens()
    await send({ amount: 1_234_567n, token: plain })
    expect((await tokens()) - before).toBe(1_234_567n)
  })

  test.each<[string, () => Partial<TransferRequest>]>([
    ['an invalid receiver', () => ({ to: 'vitalik.eth' })],
    ['an amount of zero', () => ({ amount: 0n })],
    ['a negative amount', () => ({ amount: -1n })],
    ['an amount above 256 bits', () => ({ amount: 2n ** 256n })],
    ['an amount that is not a bigint', () => ({ amount: 1 as unknown as bigint })],
    ['an invalid token address', () => ({ token: { address: '0x12', decimals: 6 } })],
    ['the token itself as receiver', () => ({ to: plain.address.toLowerCase(), token: plain })],
  ])('error: INVALID_PARAMS for %s [I34]', async (_, own) => {
    await expect(chain.buildTransfer(request(own()))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})

test('error: INVALID_REPLY if the given decimals differ from those of the token contract', async () => {
  const token = { ...plain, decimals: 8 }
  await expect(chain.buildTransfer(request({ amount: 100_000_000n, token }))).rejects.toMatchObject({
    code: 'INVALID_REPLY',
    details: `${plain.address} has 6 decimals, not 8.`,
  })
})

describe('transfer:fee', () => {
  test('reserves 65,000 gas for a transfer of the native currency, even of the full balance', async () => {
    const client = createPublicClient({ transport: http(anvil.url) })
    const all = await client.getBalance({ address: from.address })
    const { baseFeePerGas } = await client.getBlock()
    const tip = BigInt(await client.request({ method: 'eth_maxPriorityFeePerGas' }))
    expect(await chain.readTransferFee(request({ amount: all }))).toBe(65_000n * (2n * (baseFeePerGas ?? 0n) + tip))
  })

  for (const [name, fault] of [
    ['does not support eth_maxPriorityFeePerGas', { error: { code: -32_601, message: 'the method does not exist' } }],
    ['fails to suggest a priority fee', { error: { code: -32_000, message: 'no tip' } }],
  ] as const)
    test(`estimates with eth_gasPrice, and sends, if the node ${name}`, async () => {
      const rig = await createSendRig({ anvil })
      rig.appProxy.fail({ kind: 'error', ...fault, methods: ['eth_maxPriorityFeePerGas'] })
      await rig.fill('1')
      const { baseFeePerGas } = await createPublicClient({ transport: http(anvil.url) }).getBlock()
      const price = BigInt((await rig.ask('eth_gasPrice')) as string)
      expect(rig.modal.getState().send?.fee).toEqual({
        status: 'ready',
        value: String(65_000n * ((baseFeePerGas ?? 0n) + price)),
      })
      await submitSend(rig.modal)
      expect(await rig.received()).toBe(parseEther('1'))
      await rig.stop()
    })

  test.each(['invalid opcode: INVALID', 'gas required exceeds allowance (50000000)'])(
    'error: TRANSACTION_REJECTED in the review if geth reports %j for the transfer',
    async (message) => {
      const rig = await createSendRig({ anvil })
      rig.appProxy.fail({ kind: 'error', error: { code: -32_000, message }, methods: ['eth_estimateGas'] })
      await rig.fill('1')
      expect(rig.modal.getState().send?.fee).toMatchObject({
        status: 'failed',
        error: { code: 'TRANSACTION_REJECTED', details: expect.stringContaining(message) },
      })
      await rig.stop()
    },
  )

  test('adds the fee for data that an OP Stack chain charges, up to the one of its oracle', async () => {
    const rig = await createSendRig({ anvil })
    const oracle = '0x420000000000000000000000000000000000000F'
    const [before, token] = await Promise.all([
      chain.readTransferFee(request({})),
      chain.readTransferFee(request({ token: plain })),
    ])
    // returns its first argument, the size in bytes, as the fee in gwei
    await rig.ask('anvil_setCode', oracle, '0x600435633b9aca000260005260206000f3')
    await rig.fill('1')
    expect(rig.modal.getState().send?.fee).toEqual({ status: 'ready', value: String(before + parseGwei('100')) })
    expect(await chain.readTransferFee(request({ token: plain }))).toBe(token + parseGwei('168'))
    // reverts, as oracles that lack the function
    await rig.ask('anvil_setCode', oracle, '0x60006000fd')
    expect(await chain.readTransferFee(request({}))).toBe(before)
    await rig.ask('anvil_setCode', oracle, '0x')
    await rig.stop()
  })

  test('estimates the gas of a token transfer', async () => {
    const [fee, native] = await Promise.all([
      chain.readTransferFee(request({ token: plain })),
      chain.readTransferFee(request({})),
    ])
    expect(fee).toBeGreaterThan((native * 22_000n) / 65_000n)
    expect(fee).toBeLessThan(native)
  })

  test('error: TRANSACTION_REJECTED if the token balance is too low', async () => {
    await expect(chain.readTransferFee(request({ amount: 2n ** 200n, token: plain }))).rejects.toMatchObject({
      code: 'TRANSACTION_REJECTED',
    })
  })
})

test('"Max" sends everything except the fee that the review reads, even if the fee has risen', async () => {
  const rig = await createSendRig({ anvil })
  const { modal, account, receiver } = rig
  await fetchBalance(modal)
  await startSend(modal)
  setSendReceiver(modal, receiver)
  await until(modal, ({ send }) => send?.receiver.status === 'ready')
  await setMaxSendAmount(modal)
  const before = parseEther(modal.getState().send?.amount ?? '')
  await rig.ask('anvil_setNextBlockBaseFeePerGas', toHex(3_000_000_000))
  await rig.ask('evm_mine')
  await reviewSend(modal)
  expect(getSendProblem(modal.getState())).toBeUndefined()
  const fee = await chain.readTransferFee(request({ amount: 1n }))
  await submitSend(modal)
  const received = await rig.received()
  expect(received).toBe(parseEther('10') - fee)
  expect(received).toBeLessThan(before)
  expect(await rig.ask('eth_getTransactionCount', account, 'latest')).toBe('0x1')
  await rig.stop()
})

test.each<[string, boolean]>([
  [to.address, true],
  [to.address.toLowerCase(), true],
  [`0x${to.address.slice(2).toUpperCase()}`, true],
  [to.address.slice(2), false],
  [to.address.replace(/[a-f]/, (letter) => letter.toUpperCase()), false],
  [to.address.slice(0, -1), false],
  [`${to.address}0`, false],
  [` ${to.address}`, false],
  ['0x0000000000000000000000000000000000000000', false],
  ['ada.eth', false],
  ['', false],
])('address:check of %j is %j', async (address, expected) => {
  expect(await chain.isReceiver({ address, network: network() })).toBe(expected)
})

describe('token:balance', () => {
  const balance = (address: string, owner: string) => {
    const account = { namespace: 'eip155', address: owner, type: 'eoa' } as const
    return chain.readTokenBalance({ account, address, network: network(), signal: new AbortController().signal })
  }

  test('returns the balance in atomic units, with the decimals and the symbol of the token', async () => {
    const token = { address: plain.address, decimals: plain.decimals }
    const before = await balance(plain.address, to.address)
    await send({ token, amount: 1_500_000n })
    const after = await balance(plain.address, to.address)
    expect(after).toEqual({ value: before.value + 1_500_000n, decimals: 6, symbol: 'PLN' })
    const { value } = await balance(plain.address, devAccount(9).address)
    expect(value).toBe(0n)
  })

  test.each(['0x12', to.address])('error: INVALID_PARAMS for %s, which is not a token', async (address) => {
    await expect(balance(address, from.address)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})

describe('token:read', () => {
  test('returns the name, symbol and decimals of a token', async () => {
    expect(await read(plain.address)).toEqual({ name: 'Plain Token', symbol: 'PLN', decimals: 6 })
  })

  test('reads the bytes32 texts of early tokens, and truncates long texts', async () => {
    expect(await read(await deploy('Old'))).toEqual({ name: 'MKR', symbol: 'MKR', decimals: 18 })
    const { name, symbol } = await read(await deploy('Long'))
    expect([name.length, symbol]).toEqual([100, 'LONG'])
  })

  test.each(['0x12', to.address, multicall3Address])(
    'error: INVALID_PARAMS for %s, which is not a token contract',
    async (address) => {
      await expect(read(address)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    },
  )
})
