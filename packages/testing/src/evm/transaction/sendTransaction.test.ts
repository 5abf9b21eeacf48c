import { type Devnet, devPrivateKey, fundAccount, startDevnet } from '@latchkey/devnet'
import {
  type Address,
  createClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  numberToHex,
  parseEther,
  parseSignature,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionReceipt,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { getBalance, readContract, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEvmWallet } from '../createEvmWallet.js'
import type { EvmWallet, EvmWalletOptions } from '../evmWallet.js'

let devnet: Devnet

let rpcUrl: string

beforeAll(async () => {
  devnet = await startDevnet({ chains: [31_337] })
  rpcUrl = devnet.chains[0].rpcUrl
})

afterAll(() => devnet.stop())

const create = async (options: Partial<EvmWalletOptions> = {}): Promise<EvmWallet> => {
  const chains = [{ id: 31_337, rpcUrl }]
  const wallet = createEvmWallet({ name: 'W', rdns: 'example.w', accounts: [devPrivateKey(0)], chains, ...options })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  return wallet
}

const chain = (): ReturnType<typeof createClient> => createClient({ transport: http(rpcUrl), pollingInterval: 10 })

const balanceOf = (address: Address): Promise<bigint> => getBalance(chain(), { address })

describe('eth_sendTransaction', () => {
  let wallet: EvmWallet
  let to: Address
  beforeEach(async () => {
    wallet = await create()
    to = privateKeyToAddress(generatePrivateKey())
  })
  /** Resolves when the transaction is mined, which is a moment after the node returns its hash. */
  const send = async (fields: object, by = wallet): Promise<TransactionReceipt> => {
    const hash = (await by.provider.request({ method: 'eth_sendTransaction', params: [fields] })) as Hex
    return waitForTransactionReceipt(chain(), { hash })
  }

  it('fills, signs and sends a transaction that is mined', async () => {
    const receipt = await send({ from: wallet.selectedAccount, to, value: numberToHex(parseEther('1.5')) })
    expect(receipt).toMatchObject({ status: 'success', type: 'eip1559' })
    expect(receipt.from).toBe(wallet.selectedAccount.toLowerCase())
    expect(await balanceOf(to)).toBe(parseEther('1.5'))
  })

  it('serves as the transport of a viem client', async () => {
    const client = createClient({ transport: custom(wallet.provider) })
    const hash = await sendTransaction(client, { account: wallet.selectedAccount, chain: null, to, value: 1n })
    expect((await waitForTransactionReceipt(chain(), { hash })).status).toBe('success')
  })

  it('uses the given fees, gas and nonce, with every type of transaction', async () => {
    const from = wallet.selectedAccount
    const gasPrice = numberToHex(3_000_000_000)
    const accessList = [{ address: to, storageKeys: [`0x${'00'.repeat(32)}`] }]
    const typeOf = async (fields: object): Promise<string> => (await send({ from, to, gas: '0x7530', ...fields })).type
    expect(await typeOf({ gasPrice })).toBe('legacy')
    expect(await typeOf({ gasPrice, accessList })).toBe('eip2930')
    expect(await typeOf({ maxFeePerGas: gasPrice, maxPriorityFeePerGas: '0x1', accessList })).toBe('eip1559')
    expect(await typeOf({ maxFeePerGas: numberToHex(900_000_000) })).toBe('eip1559')
    await expect(send({ from, to, nonce: '0x0' })).rejects.toMatchObject({ code: -32_003 })
  })

  it('assigns different nonces to transactions that are sent at the same time', async () => {
    const receipts = await Promise.all([1, 2, 3, 4, 5].map(() => send({ to, value: '0x1' })))
    expect(new Set(receipts.map(({ transactionHash }) => transactionHash)).size).toBe(5)
    expect(await balanceOf(to)).toBe(5n)
  })

  it('sends the next transaction after one that failed', async () => {
    const tooMuch = send({ to, value: numberToHex(parseEther('1000000')) })
    const after = send({ to, value: '0x1' })
    await expect(tooMuch).rejects.toMatchObject({ code: expect.any(Number) })
    expect((await after).status).toBe('success')
  })

  it('calls contracts, and passes the revert data of a call through', async () => {
    const { address } = devnet.chains[0].tokens.USDC
    const transfer = (amount: bigint): Hex =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
    await send({ to: address, data: transfer(25n) })
    const read = { address, abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const
    expect(await readContract(chain(), read)).toBe(25n)
    const reverted = send({ to: address, data: transfer(10n ** 30n) })
    await expect(reverted).rejects.toMatchObject({ code: 3, data: expect.stringMatching(/^0xe450d38c/) })
    expect(await readContract(chain(), read)).toBe(25n)
  })

  it('describes deployments, transfers and calls in the prompt', async () => {
    const asked = vi.fn(() => true)
    const asking = await create({ ask: asked })
    await send({ data: '0x6000600055' }, asking)
    await send({ to, value: numberToHex(parseEther('0.5')) }, asking)
    await send({ to, value: '0x0', data: '0x12' }, asking)
    const summaries = (asked.mock.calls as unknown as [{ kind: string; summary: string }][]).map(
      ([{ summary }]) => summary,
    )
    expect(summaries.slice(1)).toEqual(['Deploy a contract', `Send 0.5 ETH to ${to}`, `Call ${to} with 0 ETH`])
  })

  it('sends nothing if the user declines', async () => {
    wallet.script({ methods: { eth_sendTransaction: { kind: 'reject' } } })
    await expect(send({ to, value: '0x1' })).rejects.toMatchObject({ code: 4_001 })
    expect(await balanceOf(to)).toBe(0n)
  })

  it('rejects accounts that are not connected with 4100', async () => {
    await expect(send({ from: to, to })).rejects.toMatchObject({ code: 4_100 })
    wallet.disconnectSite()
    await expect(send({ to })).rejects.toMatchObject({ code: 4_100 })
  })

  it.each([
    ['from', { from: 'me' }],
    ['to', { to: '0x12' }],
    ['value', { value: '-0x1' }],
    ['value', { value: `0x1${'0'.repeat(64)}` }],
    ['value', { value: 1 }],
    ['data', { data: '0x123' }],
    ['gas', { gas: 'many' }],
    ['chain 1', { chainId: '0x1' }],
    ['accessList', { accessList: [{ address: '0x1' }] }],
    ['authorizationList', { authorizationList: [] }],
  ])('rejects and names an invalid field before it prompts the user: %s', async (field, fields) => {
    const sending = send({ to, ...fields })
    await expect(sending).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining(field) })
    expect(wallet.prompts).toBe(1)
  })

  it('compares chain ids as numbers, and requires a recipient or data', async () => {
    expect((await send({ to, chainId: '0x007a69' })).status).toBe('success')
    await expect(send({ value: '0x1' })).rejects.toMatchObject({ code: -32_602 })
    const nothing = wallet.provider.request({ method: 'eth_sendTransaction' })
    await expect(nothing).rejects.toMatchObject({ code: -32_602 })
  })

  it('sends on the chain that the prompt was for, even if the user switches meanwhile', async () => {
    const chains = [
      { id: 31_337, rpcUrl },
      { id: 1, rpcUrl: 'http://127.0.0.1:1' },
    ]
    const moving: EvmWallet = await create({ chains, ask: ({ kind }) => kind !== 'send' || switchAway() })
    const switchAway = (): boolean => {
      moving.selectChain(1)
      return true
    }
    expect((await send({ to, value: '0x1' }, moving)).status).toBe('success')
  })

  it('sends from an account with a given private key', async () => {
    const key = generatePrivateKey()
    await fundAccount(rpcUrl, privateKeyToAddress(key), parseEther('1'))
    await send({ to, value: '0x7' }, await create({ accounts: [key] }))
    expect(await balanceOf(to)).toBe(7n)
  })
})

describe('eth_signTransaction', () => {
  it('returns a signed transaction that eth_sendRawTransaction accepts, and does not send it', async () => {
    const wallet = await create()
    const to = privateKeyToAddress(generatePrivateKey())
    const params = [{ to, value: '0x9' }]
    const signed = (await wallet.provider.request({ method: 'eth_signTransaction', params })) as `0x02${string}`
    expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(wallet.selectedAccount)
    expect(parseTransaction(signed)).toMatchObject({ chainId: 31_337, value: 9n })
    expect(await balanceOf(to)).toBe(0n)
    const hash = (await wallet.provider.request({ method: 'eth_sendRawTransaction', params: [signed] })) as Hex
    await waitForTransactionReceipt(chain(), { hash })
    expect(await balanceOf(to)).toBe(9n)
  })
})

describe('eth_signTypedData_v4 on a chain', () => {
  it('signs a permit (EIP-2612) that the token accepts', async () => {
    const wallet = await create()
    const owner = wallet.selectedAccount
    const spender = privateKeyToAddress(generatePrivateKey())
    const { address, name } = devnet.chains[0].tokens.DAI
    const deadline = 2n ** 48n
    const data = {
      domain: { name, version: '1', chainId: 31_337, verifyingContract: address },
      types: {
        Permit: ['owner:address', 'spender:address', 'value:uint256', 'nonce:uint256', 'deadline:uint256'].map(
          (field) => ({ name: field.split(':')[0], type: field.split(':')[1] }),
        ),
      },
      primaryType: 'Permit',
      message: { owner, spender, value: '77', nonce: '0', deadline: deadline.toString() },
    }
    const params = [owner, JSON.stringify(data)]
    const signature = (await wallet.provider.request({ method: 'eth_signTypedData_v4', params })) as Hex
    const { r, s, v } = parseSignature(signature)
    const permit = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'permit',
          stateMutability: 'nonpayable',
          inputs: ['address', 'address', 'uint256', 'uint256', 'uint8', 'bytes32', 'bytes32'].map((type) => ({ type })),
          outputs: [],
        },
      ],
      args: [owner, spender, 77n, deadline, Number(v), r, s],
    })
    const transaction = { to: address, data: permit }
    const hash = (await wallet.provider.request({ method: 'eth_sendTransaction', params: [transaction] })) as Hex
    await waitForTransactionReceipt(chain(), { hash })
    const read = { address, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] } as const
    expect(await readContract(chain(), read)).toBe(77n)
  })
})
