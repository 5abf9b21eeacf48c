import { accountContracts, type Devnet, fundAccount, startDevnet } from '@latchkey/devnet'
import {
  concat,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashTypedData,
  http,
  isErc6492Signature,
  keccak256,
  type PublicClient,
  pad,
  parseEther,
  toHex,
} from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { askNode } from '../../networks/askNode.js'
import type { CallsSummary } from '../../protocol/summary.js'
import { deriveAccounts } from '../../signing/keys.js'
import { describeRequest } from '../../signing/readRequest.js'
import { signRequest } from '../../signing/signRequest.js'
import { draftOperation } from '../../signing/smart/draftOperation.js'
import * as contracts from '../../signing/smart/smartAccount.js'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import { bundlerMethods, paymasterMethods } from '../../site/rpc/nodeMethods.js'
import { FrameRequestError } from '../errors.js'
import type { CallNode } from '../requests/node.js'
import { createAccountTypes } from './accountTypes.js'
import { readAssets } from './assets.js'
import { fillOperation } from './fillOperation.js'
import {
  awaitTransaction,
  createOpenOperations,
  readReceipt,
  type SignedOperation,
  sendOperation,
} from './sendOperation.js'

const network = {
  caipNetworkId: 'eip155:31337',
  name: 'Local',
  symbol: 'ETH',
  decimals: 18,
  hasSmartAccounts: true,
  hasPaymaster: true,
} as const
const chain = network.caipNetworkId
const to = '0x000000000000000000000000000000000000bEEF'
const origin = 'https://app.example'
const signal = new AbortController().signal
let devnet: Devnet
let client: PublicClient
let owners = 0

beforeAll(async () => {
  devnet = await startDevnet({ chains: [31337], accounts: true })
  client = createPublicClient({ transport: http(devnet.chains[0].rpcUrl) })
})
afterAll(() => devnet?.stop())
afterEach(() => {
  devnet.bundler?.resume()
  devnet.paymaster?.refuse(undefined)
})

/** Responds as the site does to the frame. */
const callNode: CallNode = async ({ method, params, signal: given }) => {
  const { rpcUrl, bundlerUrl = '', paymasterUrl = '' } = devnet.chains[0]
  const url = bundlerMethods.includes(method) ? bundlerUrl : paymasterMethods.includes(method) ? paymasterUrl : rpcUrl
  const answer = await askNode([url], { method, params, signal: given })
  if ('error' in answer) throw new FrameRequestError(answer.error.message, { code: answer.error.code })
  return answer.result
}
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50)))

type Visitor = {
  readonly address: Hex
  request(method: string, params: unknown): Promise<{ readonly result: unknown; readonly summary: unknown }>
  /** Fills, signs and sends to the bundler. */
  send(
    method: string,
    params: readonly unknown[],
    options?: Partial<{ isBusy: boolean; network: object }>,
  ): Promise<Sent>
}
type Sent = { readonly hash: string; readonly summary: CallsSummary; readonly signed: SignedOperation }

/** A user with their own wallet, for whom custody signs. */
function createVisitor(): Visitor {
  const entropy = new Uint8Array(16).fill(++owners)
  const accounts = deriveAccounts(entropy)
  const { address } = toSmartAccount(accounts)
  const sign: Visitor['request'] = async (method, params) => {
    const request = { method, params, chain, accounts, origin, now: Date.now() }
    const { canonical, digest, summary } = describeRequest(request)
    return { summary, result: await signRequest({ canonical, entropy, expected: { digest, method, chain, origin } }) }
  }
  return {
    address,
    request: sign,
    async send(method, params, { isBusy = false, network: other = {} } = {}) {
      const request = { id: '1', method, params, network: { ...network, ...other }, rpcUrl: undefined, signal }
      const draft = draftOperation({ method, params, chain, accounts, origin, now: Date.now() })
      const terms = await fillOperation(request, { draft, callNode, isBusy })
      const { result, summary } = await sign(method, [...params, terms])
      const signed = result as SignedOperation
      return { hash: await sendOperation(request, { signed, callNode }), summary: summary as CallsSummary, signed }
    },
  }
}
const mined = (hash: string): Promise<string> => awaitTransaction({ network, signal }, { hash, callNode, wait })
const own = { hasPaymaster: undefined }

const typedData = {
  domain: { name: 'Shop', version: '1', chainId: 31337, verifyingContract: to },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: '5' },
} as const

test('contract addresses match the local chains, and the code hash for account addresses matches their code', async () => {
  const { entryPoint, safe, proxyFactory, safe4337Module, safeModuleSetup, multiSendCallOnly } = accountContracts
  expect([entryPoint, safe, proxyFactory, safe4337Module, safeModuleSetup, multiSendCallOnly]).toEqual([
    ...[contracts.entryPoint, contracts.safe, contracts.proxyFactory, contracts.safeModule],
    ...[contracts.safeModuleSetup, contracts.multiSend],
  ])
  const creationCode = await client.readContract({
    address: proxyFactory,
    abi: [
      {
        type: 'function',
        name: 'proxyCreationCode',
        stateMutability: 'pure',
        inputs: [],
        outputs: [{ type: 'bytes' }],
      },
    ],
    functionName: 'proxyCreationCode',
  })
  expect(keccak256(concat([creationCode, pad(safe)]))).toBe(contracts.accountCodeHash)
})

describe('signatures of a smart account, verified by viem', () => {
  test('are valid before and after its deployment, but not those of another account [S5.6]', async () => {
    const visitor = createVisitor()
    const { address } = visitor
    const stranger = createVisitor()
    const signMessage = async (from = visitor): Promise<{ signature: Hex; wrapped: Hex }> =>
      (await from.request('personal_sign', [toHex('Hello'), from.address])).result as { signature: Hex; wrapped: Hex }
    const signData = async (): Promise<{ signature: Hex; wrapped: Hex }> =>
      (await visitor.request('eth_signTypedData_v4', [address, typedData])).result as { signature: Hex; wrapped: Hex }
    const data = { ...typedData, message: { amount: 5n } }
    const [before, dataBefore, foreign] = [await signMessage(), await signData(), await signMessage(stranger)]
    expect(isErc6492Signature(before.wrapped)).toBe(true)
    expect(await client.getCode({ address })).toBeUndefined()
    const verify = (signature: Hex, message = 'Hello'): Promise<boolean> =>
      client.verifyMessage({ address, message, signature })
    expect(await verify(before.wrapped)).toBe(true)
    expect(await verify(before.wrapped, 'Other')).toBe(false)
    expect(await verify(foreign.wrapped)).toBe(false)
    expect(await client.verifyTypedData({ ...data, address, signature: dataBefore.wrapped })).toBe(true)

    await mined((await visitor.send('eth_sendTransaction', [{ from: address, to }])).hash)
    expect((await client.getCode({ address }))?.length).toBeGreaterThan(2)
    const [after, dataAfter] = [await signMessage(), await signData()]
    for (const { signature, wrapped } of [before, after]) {
      expect(await verify(signature)).toBe(true)
      expect(await verify(wrapped)).toBe(true)
    }
    expect(await verify(after.signature, 'Other')).toBe(false)
    expect(await verify(foreign.signature)).toBe(false)
    for (const { signature } of [dataBefore, dataAfter])
      expect(await client.verifyTypedData({ ...data, address, signature })).toBe(true)
    // the account itself also accepts the signature of the hash
    const isValid = await client.readContract({
      address,
      abi: [
        {
          type: 'function',
          name: 'isValidSignature',
          stateMutability: 'view',
          inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
          outputs: [{ type: 'bytes4' }],
        },
      ],
      functionName: 'isValidSignature',
      args: [hashTypedData(data), dataAfter.signature],
    })
    expect(isValid).toBe('0x1626ba7e')
    const accounts = createAccountTypes({ callNode })
    expect(await accounts.isDeployed({ network, address, signal })).toBe(true)
    expect(await accounts.isDeployed({ network, address: stranger.address, signal })).toBe(false)
  })
})

describe('operations of a smart account', () => {
  test('the first one deploys the account and moves its ether, with the fee paid by the account', async () => {
    const visitor = createVisitor()
    await fundAccount(devnet.chains[0].rpcUrl, visitor.address, parseEther('1'))
    const before = await client.getBalance({ address: to })
    const sent = await visitor.send('eth_sendTransaction', [{ from: visitor.address, to, value: '0x7' }], {
      network: own,
    })
    expect([sent.summary.deploys, sent.summary.paymaster]).toEqual([true, null])
    const receipt = await client.getTransactionReceipt({ hash: (await mined(sent.hash)) as Hex })
    expect(receipt.status).toBe('success')
    expect((await client.getBalance({ address: to })) - before).toBe(7n)
    const paid = parseEther('1') - 7n - (await client.getBalance({ address: visitor.address }))
    expect(paid > 0n && paid <= BigInt(sent.summary.feeLimit)).toBe(true)
    const next = await visitor.send('eth_sendTransaction', [{ from: visitor.address, to, value: '0x1' }], {
      network: own,
    })
    expect(next.summary.deploys).toBe(false)
    await mined(next.hash)
  })

  test('several calls succeed or fail together, and a paymaster pays for an account without ether', async () => {
    const visitor = createVisitor()
    const { USDC } = devnet.chains[0].tokens
    const mint = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'mint',
          stateMutability: 'nonpayable',
          inputs: [{ type: 'address' }, { type: 'uint256' }],
          outputs: [],
        },
      ],
      args: [visitor.address, 100n],
    })
    const transfer = (amount: bigint): Hex =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
    const balance = (address: Hex): Promise<bigint> =>
      client.readContract({ address: USDC.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
    const calls = (amount: bigint): readonly unknown[] => [
      {
        version: '2.0.0',
        chainId: '0x7a69',
        calls: [
          { to: USDC.address, data: mint },
          { to: USDC.address, data: transfer(amount) },
        ],
      },
    ]
    const before = await balance(to)
    const sent = await visitor.send('wallet_sendCalls', calls(40n))
    expect(sent.summary.paymaster).not.toBeNull()
    expect(sent.summary.calls.map(({ call }) => call.type)).toEqual(['unknown', 'transfer'])
    await mined(sent.hash)
    expect([await balance(visitor.address), (await balance(to)) - before]).toEqual([60n, 40n])
    expect(await client.getBalance({ address: visitor.address })).toBe(0n)
    const assets = await readAssets(
      {
        id: '1',
        method: 'wallet_getAssets',
        network,
        rpcUrl: undefined,
        signal,
        params: [
          {
            account: visitor.address,
            assetFilter: { '0x7a69': [{ type: 'native' }, { type: 'erc20', address: USDC.address }] },
          },
        ],
      },
      { callNode, networks: [network] },
    )
    expect(assets).toMatchObject({
      '0x7a69': [
        { type: 'native', balance: '0x0' },
        { type: 'erc20', balance: '0x3c', metadata: { symbol: 'USDC' } },
      ],
    })

    // more than its balance: the mint is reverted too
    await expect(mined((await visitor.send('wallet_sendCalls', calls(1_000n))).hash)).rejects.toMatchObject({
      code: -32003,
    })
    expect(await balance(visitor.address)).toBe(60n)
  })

  test('error: one that reverts is rejected although its transaction succeeds', async () => {
    const visitor = createVisitor()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1n] })
    const call = { from: visitor.address, to: devnet.chains[0].tokens.USDC.address, data }
    const { hash } = await visitor.send('eth_sendTransaction', [call])
    await expect(mined(hash)).rejects.toMatchObject({ code: -32003, message: expect.stringContaining('failed') })
  })

  test('eth_sendUserOperation keeps the values set by the app', async () => {
    const visitor = createVisitor()
    const first = await visitor.send('eth_sendTransaction', [{ from: visitor.address, to }])
    await mined(first.hash)
    const { callData } = first.signed.operation as { callData: Hex }
    const operation = {
      sender: visitor.address,
      callData,
      nonce: toHex(5n << 64n),
      maxFeePerGas: toHex(5_000_000_000n),
    }
    const { hash, signed } = await visitor.send('eth_sendUserOperation', [
      operation,
      '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    ])
    expect(signed.operation).toMatchObject({ nonce: operation.nonce, maxFeePerGas: operation.maxFeePerGas })
    await mined(hash)
    expect(await readReceipt({ chain, hash, callNode, signal })).toMatchObject({ success: true })
  })

  test('two concurrent ones neither wait for nor replace each other', async () => {
    const visitor = createVisitor()
    await mined((await visitor.send('eth_sendTransaction', [{ from: visitor.address, to }])).hash)
    const operations = createOpenOperations({ callNode, now: Date.now })
    devnet.bundler?.pause()
    const first = await visitor.send('eth_sendTransaction', [{ from: visitor.address, to }])
    operations.add({ chain, hash: first.hash })
    expect(await operations.isBusy({ chain: 'eip155:1', signal })).toBe(false)
    const isBusy = await operations.isBusy({ chain, signal })
    expect(isBusy).toBe(true)
    const second = await visitor.send('eth_sendTransaction', [{ from: visitor.address, to }], { isBusy })
    devnet.bundler?.resume()
    await Promise.all([mined(first.hash), mined(second.hash)])
    expect(await operations.isBusy({ chain, signal })).toBe(false)
  })

  test('an operation unknown to the bundler counts as pending only until it expires', async () => {
    let now = 0
    const operations = createOpenOperations({ callNode, now: () => now })
    operations.add({ chain, hash: `0x${'d0'.repeat(32)}` })
    now = 3_600_000
    expect(await operations.isBusy({ chain, signal })).toBe(true)
    now = 3_900_001
    expect(await operations.isBusy({ chain, signal })).toBe(false)
  })

  test('the account pays the fee if the paymaster refuses, unless the app requires the paymaster', async () => {
    const visitor = createVisitor()
    await fundAccount(devnet.chains[0].rpcUrl, visitor.address, parseEther('1'))
    devnet.paymaster?.refuse('Not for you')
    const calls = [{ to, value: '0x1' }]
    const { hash, summary } = await visitor.send('wallet_sendCalls', [{ calls }])
    expect(summary.paymaster).toBeNull()
    await mined(hash)
    const service = (optional: boolean) => ({ paymasterService: { url: devnet.chains[0].paymasterUrl, optional } })
    await expect(visitor.send('wallet_sendCalls', [{ calls, capabilities: service(false) }])).rejects.toMatchObject({
      code: 5700,
    })
    await mined((await visitor.send('wallet_sendCalls', [{ calls, capabilities: service(true) }])).hash)
  })

  test('[F34] one not mined within five minutes is pending: sent once, polled rarely, and not lost', async () => {
    const visitor = createVisitor()
    devnet.bundler?.pause()
    const { hash } = await visitor.send('eth_sendTransaction', [{ from: visitor.address, to }])
    const waits: number[] = []
    const before = devnet.bundler?.calls.length ?? 0
    const waiting = awaitTransaction({ network, signal }, { hash, callNode, wait: async (ms) => void waits.push(ms) })
    await expect(waiting).rejects.toMatchObject({ code: -32002, message: expect.stringContaining(hash) })
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(300_000)
    expect(waits.length).toBeLessThan(50)
    const asked = devnet.bundler?.calls.slice(before).map(({ method }) => method) ?? []
    expect(new Set(asked)).toEqual(new Set(['eth_getUserOperationReceipt']))
    devnet.bundler?.resume()
    expect(await mined(hash)).toMatch(/^0x[\da-f]{64}$/)
  })

  test('an abort ends the waiting', async () => {
    const gone = AbortSignal.abort(new Error('gone'))
    const stop = async (_: number, given: AbortSignal): Promise<void> => given.throwIfAborted()
    await expect(awaitTransaction({ network, signal: gone }, { hash: '0x', callNode, wait: stop })).rejects.toThrow(
      'gone',
    )
  })
})
