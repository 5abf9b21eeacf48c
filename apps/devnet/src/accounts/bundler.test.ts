import { createPublicClient, type Hex, http, type PublicClient, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccount } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import { fundAccount } from '../rpc/funding.js'
import { type Devnet, startDevnet } from '../startDevnet.js'
import { worldTokens } from '../world/world.js'
import { type RunningBundler, startBundler } from './bundler.js'
import { accountContracts } from './contracts.js'
import { type RunningPaymaster, startPaymaster } from './paymaster.js'
import { createSafe, toWire } from './test/safeOperations.js'
import type { Operation } from './userOperation.js'

type Receipt = { success: boolean; actualGasCost: Hex; paymaster: Hex; logs: unknown[]; receipt: { status: Hex } }

const { entryPoint } = accountContracts

const to = '0x000000000000000000000000000000000000bEEF'

const owner = devAccount(5)

let devnet: Devnet

let bundler: RunningBundler

let paymaster: RunningPaymaster

let client: PublicClient

let salt = 0n

beforeAll(async () => {
  devnet = await startDevnet()
  bundler = await startBundler({ chains: devnet.chains })
  paymaster = await startPaymaster({ chains: devnet.chains })
  client = createPublicClient({ transport: http(devnet.chains[0].rpcUrl) })
})

afterAll(async () => {
  await Promise.all([bundler?.stop(), paymaster?.stop()])
  await devnet?.stop()
})

const ask = (method: string, params: readonly unknown[], chainId = 31337): Promise<unknown> =>
  callRpc({ url: bundler.toUrl(chainId), method, params })

const pay = (method: string, params: readonly unknown[], chainId = 31337): Promise<unknown> =>
  callRpc({ url: paymaster.toUrl(chainId), method, params })

type Safe = Awaited<ReturnType<typeof createSafe>>

const open = (): Promise<Safe> => createSafe(client, { owner, salt: salt++ })

async function measure(operation: Operation): Promise<Operation> {
  const found = (await ask('eth_estimateUserOperationGas', [toWire(operation), entryPoint])) as Record<string, Hex>
  const gas = Object.entries(found).map(([name, value]) => [name, BigInt(value)])
  return { ...operation, ...(Object.fromEntries(gas) as object) }
}

const send = (operation: Operation): Promise<Hex> =>
  ask('eth_sendUserOperation', [toWire(operation), entryPoint]) as Promise<Hex>

const getReceipt = (hash: Hex): Promise<Receipt | null> =>
  ask('eth_getUserOperationReceipt', [hash]) as Promise<Receipt | null>

async function awaitReceipt(hash: Hex): Promise<Receipt> {
  await expect.poll(() => getReceipt(hash)).not.toBeNull()
  return (await getReceipt(hash)) as Receipt
}

describe('the contracts of smart accounts', () => {
  it('are deployed on every chain at their canonical addresses', async () => {
    for (const { rpcUrl } of devnet.chains) {
      const chain = createPublicClient({ transport: http(rpcUrl) })
      for (const address of Object.values(accountContracts))
        expect((await chain.getCode({ address }))?.length).toBeGreaterThan(100)
    }
  })
})

describe('the bundler', () => {
  it('deploys an account with its first operation, which pays its own gas, and estimates that gas closely', async () => {
    const safe = await open()
    await fundAccount(devnet.chains[0].rpcUrl, safe.address, parseEther('1'))
    const operation = await safe.sign(await measure(await safe.toOperation({ to, value: 5n })))
    const receipt = await awaitReceipt(await send(operation))
    expect([receipt.success, receipt.receipt.status]).toEqual([true, '0x1'])
    expect(BigInt(receipt.actualGasCost)).toBeGreaterThan(0n)
    // the gas limits are at most twice the gas used
    const limit = operation.callGasLimit + operation.verificationGasLimit + operation.preVerificationGas
    const price = BigInt(receipt.actualGasCost) / (limit / 2n)
    expect(price).toBeGreaterThan(1_000_000_000n)
    expect(await client.getCode({ address: safe.address })).toBeDefined()
    const next = await safe.sign(await measure(await safe.toOperation({ to, value: 6n })))
    expect((await awaitReceipt(await send(next))).success).toBe(true)
  })

  it('serves each chain at its own path, and rejects other chains', async () => {
    expect(await ask('eth_chainId', [], 31338)).toBe(toHex(31338))
    expect(await ask('eth_supportedEntryPoints', [], 31338)).toEqual([entryPoint])
    await expect(ask('eth_chainId', [], 1)).rejects.toThrow('-32601')
  })

  it('rejects an invalid operation with the reason, such as the error of the entry point', async () => {
    const safe = await open()
    const poor = await safe.toOperation({ to, value: 1n })
    const measured = await measure(poor)
    await expect(send(await safe.sign(measured))).rejects.toThrow(/-32500: AA21/)
    await fundAccount(devnet.chains[0].rpcUrl, safe.address, parseEther('1'))
    await expect(send(measured)).rejects.toThrow(/-32507: AA24/)
    await expect(send(await safe.sign({ ...measured, nonce: 7n }))).rejects.toThrow(/AA25/)
    await expect(send(await safe.sign({ ...measured, preVerificationGas: 1n }))).rejects.toThrow(/preVerificationGas/)
    await expect(send(await safe.sign({ ...measured, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }))).rejects.toThrow(
      /base fee/,
    )
    await expect(ask('eth_sendUserOperation', [{ sender: 'x' }, entryPoint])).rejects.toThrow(/-32602: .*sender/)
    await expect(ask('eth_sendUserOperation', [toWire(measured), to])).rejects.toThrow(/-32602/)
    expect(await client.getCode({ address: safe.address })).toBeUndefined()
  })

  it('reports a failed call as an unsuccessful operation in a successful transaction', async () => {
    const safe = await open()
    await fundAccount(devnet.chains[0].rpcUrl, safe.address, parseEther('1'))
    const transfer = `0xa9059cbb${'0'.repeat(62)}01${'0'.repeat(62)}01` as const
    const call = { to: worldTokens.USDC.address, data: transfer }
    const operation = await measure(await safe.toOperation(call))
    const receipt = await awaitReceipt(await send(await safe.sign({ ...operation, callGasLimit: 200_000n })))
    expect([receipt.success, receipt.receipt.status]).toEqual([false, '0x1'])
  })

  it('[F34] keeps one pending operation per nonce while paused, and includes it after resuming', async () => {
    const safe = await open()
    await fundAccount(devnet.chains[0].rpcUrl, safe.address, parseEther('1'))
    const operation = await safe.sign(await measure(await safe.toOperation({ to, value: 9n })))
    bundler.pause()
    const hash = await send(operation)
    expect(await send(operation)).toBe(hash)
    const other = await safe.sign({ ...operation, maxFeePerGas: operation.maxFeePerGas + 1n })
    await expect(send(other)).rejects.toThrow(/same nonce/)
    expect(await getReceipt(hash)).toBeNull()
    expect(await ask('eth_getUserOperationByHash', [hash])).toMatchObject({ transactionHash: null })
    bundler.resume()
    expect((await awaitReceipt(hash)).success).toBe(true)
    const found = await ask('eth_getUserOperationByHash', [hash])
    expect(found).toMatchObject({ transactionHash: expect.stringMatching(/^0x[\da-f]{64}$/) })
  })
})

describe('the paymaster', () => {
  const sponsor = async (safe: Safe, value: bigint): Promise<Operation> => {
    const draft = await safe.toOperation({ to, value })
    const stub = (await pay('pm_getPaymasterStubData', [toWire(draft), entryPoint, '0x7a69', {}])) as Record<
      string,
      Hex
    >
    const { paymaster: by, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = stub
    const limits = {
      paymasterVerificationGasLimit: BigInt(paymasterVerificationGasLimit ?? 0),
      paymasterPostOpGasLimit: BigInt(paymasterPostOpGasLimit ?? 0),
    }
    const measured = await measure({ ...draft, paymaster: by, paymasterData, ...limits } as Operation)
    const data = (await pay('pm_getPaymasterData', [toWire(measured), entryPoint, '0x7a69', {}])) as Partial<Operation>
    return { ...measured, ...data }
  }

  it('pays for an account without any ether', async () => {
    const safe = await open()
    const receipt = await awaitReceipt(await send(await safe.sign(await sponsor(safe, 0n))))
    expect(receipt).toMatchObject({ success: true, paymaster: expect.stringMatching(/d02$/i) })
    expect(await client.getBalance({ address: safe.address })).toBe(0n)
  })

  it('sponsors only the operation that it signed, not while set to refuse, and not on another chain', async () => {
    const safe = await open()
    const operation = await sponsor(safe, 0n)
    const other = await safe.sign({ ...operation, callGasLimit: operation.callGasLimit + 1n })
    await expect(send(other)).rejects.toThrow(/-32501: AA34/)
    paymaster.refuse('Not for you')
    await expect(sponsor(safe, 0n)).rejects.toThrow('Not for you')
    paymaster.refuse(undefined)
    await expect(pay('pm_getPaymasterData', [toWire(operation), entryPoint, '0x1', {}])).rejects.toThrow(
      /another chain/,
    )
  })
})
