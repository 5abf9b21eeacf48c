import { fundAccount, type RunningAnvil, startAnvil } from '@latchkey/devnet'
import { type Address, createClient, type Hex, http, numberToHex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { getBalance, getCode, getTransactionReceipt, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet, EvmWalletOptions } from '../evmWallet.js'
import { batchDelegation } from './batchContract.js'
import type { CallsStatus } from './getCallsStatus.js'

let anvil: RunningAnvil

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})

afterAll(() => anvil.stop())

const chainId = '0x7a69'

/** A contract that reverts is deployed here. */
const reverting = '0x00000000000000000000000000000000000bad00'

type Page = {
  readonly wallet: EvmWallet
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  readonly send: (fields: object) => Promise<string>
  readonly status: (id: string) => Promise<CallsStatus>
  readonly settled: (id: string) => Promise<CallsStatus>
}

/** A connected wallet with its own funded account. */
async function create({ url } = anvil, options: Partial<EvmWalletOptions> = {}): Promise<Page> {
  const key = generatePrivateKey()
  await fundAccount(url, privateKeyToAddress(key), parseEther('1'))
  const chains = [{ id: 31_337, rpcUrl: url }]
  const wallet = createEvmWallet({ name: 'W', rdns: 'example.w', accounts: [key], chains, ...options })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const ask: Page['ask'] = (method, ...params) => wallet.provider.request({ method, params })
  const status: Page['status'] = (id) => ask('wallet_getCallsStatus', id) as Promise<CallsStatus>
  return {
    wallet,
    ask,
    status,
    async send(fields) {
      const bundle = { version: '2.0.0', chainId, from: wallet.selectedAccount, atomicRequired: true, ...fields }
      return ((await ask('wallet_sendCalls', bundle)) as { id: string }).id
    },
    settled: (id) =>
      vi.waitFor(async () => {
        const found = await status(id)
        if (found.status === 100) throw new Error('The bundle is pending.')
        return found
      }, 10_000),
  }
}

const client = (): ReturnType<typeof createClient> => createClient({ transport: http(anvil.url), pollingInterval: 10 })

const balanceOf = (address: Address): Promise<bigint> => getBalance(client(), { address })

const createRecipient = (): Address => privateKeyToAddress(generatePrivateKey())

const control = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
  createClient({ transport: http(anvil.url) }).request({ method, params } as never)

describe('wallet_sendCalls, atomic', () => {
  it('makes all calls in one transaction from the account to itself', async () => {
    const { wallet, send, settled } = await create()
    const recipients = [createRecipient(), createRecipient()]
    const id = await send({ calls: recipients.map((to, index) => ({ to, value: numberToHex(index + 5) })) })
    const { receipts, ...rest } = await settled(id)
    expect(rest).toEqual({ version: '2.0.0', id, chainId, status: 200, atomic: true })
    expect(receipts).toHaveLength(1)
    expect(await Promise.all(recipients.map(balanceOf))).toEqual([5n, 6n])
    const { from, to } = await getTransactionReceipt(client(), { hash: receipts[0]?.transactionHash as Hex })
    expect([from, to]).toEqual([wallet.selectedAccount.toLowerCase(), wallet.selectedAccount.toLowerCase()])
    expect(await getCode(client(), { address: wallet.selectedAccount })).toBe(batchDelegation)
  })

  it('asks to upgrade the account only once', async () => {
    const asked = vi.fn((_: { readonly kind: string; readonly summary: string }) => true)
    const { send } = await create(anvil, { ask: asked })
    const calls = [{ to: createRecipient() }, { to: createRecipient() }]
    await send({ calls })
    await send({ calls })
    expect(asked.mock.calls.map(([{ kind, summary }]) => `${kind}: ${summary}`).slice(1)).toEqual([
      'send: Make 2 calls, all or none',
      'upgrade: Let this account make several calls at once',
      'send: Make 2 calls, all or none',
    ])
  })

  it('reverts all calls if one fails on the chain (status 500)', async () => {
    const { wallet, send, settled, status } = await create()
    const [first, second] = [createRecipient(), createRecipient()]
    await settled(await send({ calls: [{ to: first }, { to: second }] }))
    await control('evm_setAutomine', false)
    const half = numberToHex(parseEther('0.4'))
    const id = await send({
      calls: [
        { to: first, value: half },
        { to: second, value: half },
      ],
    })
    expect(await status(id)).toMatchObject({ status: 100, receipts: [] })
    await control('anvil_setBalance', wallet.selectedAccount, numberToHex(parseEther('0.5')))
    await control('evm_setAutomine', true)
    await control('evm_mine')
    expect(await settled(id)).toMatchObject({ status: 500, atomic: true, receipts: [{ status: '0x0' }] })
    expect(await balanceOf(first)).toBe(0n)
  })

  it('executes batches only for the account itself', async () => {
    const { send, settled, wallet } = await create()
    const thief = await create()
    const data = `0x3f707e6b${'0'.repeat(62)}20${'0'.repeat(64)}` as const
    await settled(await send({ calls: [{ to: createRecipient() }, { to: createRecipient() }] }))
    await expect(thief.ask('eth_sendTransaction', { to: wallet.selectedAccount, data })).rejects.toMatchObject({
      code: 3,
    })
    expect(await send({ calls: [{ to: wallet.selectedAccount, data }] })).toBeTypeOf('string')
  })

  it('needs no upgrade for a single call, which may create a contract', async () => {
    const { ask, send, settled, wallet } = await create()
    const before = wallet.prompts
    const { receipts, ...rest } = await settled(await send({ calls: [{ data: '0x60016000526001601ff3' }] }))
    expect(rest).toMatchObject({ status: 200, atomic: true })
    expect(wallet.prompts - before).toBe(1)
    const receipt = await waitForTransactionReceipt(client(), { hash: receipts[0]?.transactionHash as Hex })
    expect(receipt.contractAddress).toMatch(/^0x/)
    expect(await ask('eth_getCode', wallet.selectedAccount, 'latest')).toBe('0x')
  })

  it('error 5750: sends nothing if the user declines the upgrade', async () => {
    const { send, ask, wallet } = await create(anvil, { ask: ({ kind }) => kind !== 'upgrade' })
    const to = createRecipient()
    await expect(send({ calls: [{ to, value: '0x1' }, { to }] })).rejects.toMatchObject({ code: 5_750 })
    expect(await ask('eth_getTransactionCount', wallet.selectedAccount, 'latest')).toBe('0x0')
  })

  it('error 5760: rejects on a chain without support, which wallet_getCapabilities reports as unsupported', async () => {
    const bare = await startAnvil({ chainId: 31_337, args: ['--disable-default-create2-deployer'] })
    const { send, ask, wallet } = await create(bare)
    expect(await ask('wallet_getCapabilities', wallet.selectedAccount)).toEqual({
      [chainId]: { atomic: { status: 'unsupported' } },
    })
    const calls = [{ to: createRecipient() }, { to: createRecipient() }]
    await expect(send({ calls })).rejects.toMatchObject({ code: 5_760 })
    await bare.stop()
  })
})

describe('wallet_sendCalls, sequential', () => {
  it('makes a transaction per call', async () => {
    const { send, settled } = await create()
    const to = createRecipient()
    const call = { to, value: '0x2' }
    const found = await settled(await send({ atomicRequired: false, calls: [call, call, call] }))
    expect(found).toMatchObject({ status: 200, atomic: false })
    expect(new Set(found.receipts.map(({ transactionHash }) => transactionHash)).size).toBe(3)
    expect(await balanceOf(to)).toBe(6n)
  })

  it('stops at the first call that cannot be sent (status 600)', async () => {
    const { send, settled } = await create()
    await control('anvil_setCode', reverting, '0x60006000fd')
    const to = createRecipient()
    const calls = [{ to, value: '0x1' }, { to: reverting }, { to, value: '0x1' }]
    expect(await settled(await send({ atomicRequired: false, calls }))).toMatchObject({ status: 600, atomic: false })
    expect(await balanceOf(to)).toBe(1n)
  })

  it('sends nothing if the first call cannot be sent', async () => {
    const { send, ask, wallet } = await create()
    await control('anvil_setCode', reverting, '0x60006000fd')
    const calls = [{ to: reverting }, { to: createRecipient() }]
    await expect(send({ atomicRequired: false, calls })).rejects.toMatchObject({ code: 3 })
    expect(await ask('eth_getTransactionCount', wallet.selectedAccount, 'latest')).toBe('0x0')
  })

  it('is the default in version 1.0, which returns only the id', async () => {
    const { ask, settled } = await create()
    const to = createRecipient()
    const id = await ask('wallet_sendCalls', { version: '1.0', chainId, calls: [{ to }, { to }] })
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await settled(id as string)).toMatchObject({ status: 200, atomic: false })
  })
})

describe('wallet_sendCalls', () => {
  it('keeps the id chosen by the site, and rejects a duplicate with 5720', async () => {
    const { send, status } = await create()
    const fields = { id: 'order-7', calls: [{ to: createRecipient() }] }
    expect(await send(fields)).toBe('order-7')
    await expect(send(fields)).rejects.toMatchObject({ code: 5_720 })
    expect(await status('order-7')).toMatchObject({ id: 'order-7' })
  })

  const to = createRecipient()
  for (const [name, code, fields] of [
    ['no calls', -32_602, { calls: [] }],
    ['calls that are not an array', -32_602, { calls: { 0: { to } } }],
    ['an empty call', -32_602, { calls: [{}] }],
    ['data that is not hex', -32_602, { calls: [{ to, data: 'abc' }] }],
    ['a recipient that is not an address', -32_602, { calls: [{ to: '0x12' }] }],
    ['an id that is not a string', -32_602, { id: 7, calls: [{ to }] }],
    ['an empty id', -32_602, { id: '', calls: [{ to }] }],
    ['an id of 10000 characters', -32_602, { id: 'a'.repeat(10_000), calls: [{ to }] }],
    ['a missing atomicRequired', -32_602, { atomicRequired: undefined, calls: [{ to }] }],
    ['another version', -32_006, { version: '3.0.0', calls: [{ to }] }],
    ['a missing chain', -32_602, { chainId: undefined, calls: [{ to }] }],
    ['an unknown chain', 5_710, { chainId: '0x5', calls: [{ to }] }],
    ['an account that is not connected', 4_100, { from: to, calls: [{ to }] }],
    ['1000 calls', 5_740, { calls: Array.from({ length: 1_000 }, () => ({ to })) }],
    ['an unknown capability', 5_700, { capabilities: { paymasterService: { url: 'x' } }, calls: [{ to }] }],
    ['an unknown capability of one call', 5_700, { calls: [{ to, capabilities: { flowControl: {} } }] }],
  ] as const)
    it(`error ${code}: rejects ${name} without a prompt`, async () => {
      const { send, wallet } = await create()
      const before = wallet.prompts
      await expect(send(fields)).rejects.toMatchObject({ code })
      expect(wallet.prompts).toBe(before)
    })

  it('ignores an unknown capability that is optional', async () => {
    const { send } = await create()
    const capabilities = { paymasterService: { url: 'x', optional: true } }
    expect(await send({ capabilities, calls: [{ to }] })).toMatch(/^0x/)
  })

  it('error 5730: rejects reading the status of an unknown bundle', async () => {
    const { status, ask } = await create()
    await expect(status('0x12')).rejects.toMatchObject({ code: 5_730 })
    await expect(ask('wallet_getCallsStatus', 7)).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('wallet_getCapabilities', () => {
  it('reports atomic calls as ready before the upgrade and as supported after it', async () => {
    const { ask, send, settled, wallet } = await create()
    const read = (...chains: readonly unknown[]): Promise<unknown> =>
      ask('wallet_getCapabilities', wallet.selectedAccount, ...chains)
    expect(await read()).toEqual({ [chainId]: { atomic: { status: 'ready' } } })
    await settled(await send({ calls: [{ to: createRecipient() }, { to: createRecipient() }] }))
    expect(await read([chainId, '0x5'])).toEqual({ [chainId]: { atomic: { status: 'supported' } } })
    expect(await read([])).toEqual({})
  })

  it('error 4100: rejects an account that is not connected', async () => {
    const { ask } = await create()
    await expect(ask('wallet_getCapabilities', createRecipient())).rejects.toMatchObject({ code: 4_100 })
  })
})
