import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  toHex,
} from 'viem'
import { entryPoint07Abi, getUserOperationHash } from 'viem/account-abstraction'
import { devAccount } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import { accountContracts, bundlerIndex } from './contracts.js'
import { estimateGas, toMinPreVerificationGas } from './gas.js'
import { findReceipt, findTransaction } from './receipts.js'
import { AccountRpcError, type RpcMethods, type ServedCall, serveChains, toAccountRpcError } from './rpcServer.js'
import { type Operation, packOperation, parseOperation, toJson } from './userOperation.js'

export type StartBundlerOptions = {
  /** Local chains with the world's contracts. */
  readonly chains: readonly AccountChain[]
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
}

export type RunningBundler = {
  readonly port: number
  /** URL for a chain. */
  readonly toUrl: (chainId: number) => string
  /** All calls so far, oldest first. */
  readonly calls: readonly ServedCall[]
  /** Accepts operations without including them, on all chains, until `resume()`. */
  readonly pause: () => void
  readonly resume: () => void
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Starts a bundler for user operations of entry point 0.7 on several local chains. [ERC-4337] */
export async function startBundler({ chains, port = 0 }: StartBundlerOptions): Promise<RunningBundler> {
  const bundlers = new Map<number, ChainBundler>()
  for (const chain of chains) bundlers.set(chain.id, await createChainBundler(chain))
  const methods = new Map([...bundlers].map(([id, bundler]) => [id, bundler.methods]))
  const served = await serveChains(methods, port)
  return {
    port: served.port,
    toUrl: (chainId) => `${served.url}/${chainId}`,
    calls: served.calls,
    pause: () => {
      for (const bundler of bundlers.values()) bundler.pause()
    },
    resume: () => {
      for (const bundler of bundlers.values()) bundler.resume()
    },
    stop: served.close,
  }
}

export type AccountChain = { readonly id: number; readonly rpcUrl: string }

type ChainBundler = {
  readonly methods: RpcMethods
  /** Accepts operations without including them until `resume()`. */
  pause(): void
  resume(): void
}

type Pending = { readonly operation: Operation; transaction?: Hex | undefined }

const { entryPoint } = accountContracts

/** Gas that fits into a block. */
const blockGas = 25_000_000n

/** Simulates operations, accepts those that pay, and includes each in its own transaction. It has no rules of a public mempool. */
async function createChainBundler({ id, rpcUrl }: AccountChain): Promise<ChainBundler> {
  const executor = devAccount(bundlerIndex)
  const chain = defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const client = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 50 })
  const wallet = createWalletClient({ account: executor, chain, transport: http(rpcUrl) })
  const money = [executor.address, toHex(parseEther('10000'))]
  await callRpc({ url: rpcUrl, method: 'anvil_setBalance', params: money })
  const pool = new Map<Hex, Pending>()
  let isPaused = false
  let last: Promise<unknown> = Promise.resolve()

  const toTransaction = (operation: Operation): { readonly to: Address; readonly data: Hex; readonly gas: bigint } => {
    const args = [[packOperation(operation)], executor.address] as const
    const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args })
    return { to: entryPoint, data, gas: toGas(operation) }
  }
  const simulate = async (operation: Operation): Promise<void> => {
    await client.call({ account: executor, ...toTransaction(operation) })
  }

  async function assertTakes(operation: Operation): Promise<void> {
    if (toGas(operation) > blockGas) throw new AccountRpcError(-32602, 'The operation exceeds the block gas limit')
    if (operation.preVerificationGas < toMinPreVerificationGas(operation))
      throw new AccountRpcError(-32602, 'preVerificationGas is too low')
    const { baseFeePerGas } = await client.getBlock()
    if (baseFeePerGas !== null && operation.maxFeePerGas < baseFeePerGas)
      throw new AccountRpcError(-32602, 'maxFeePerGas is less than the base fee')
    try {
      await simulate(operation)
    } catch (cause) {
      throw toAccountRpcError(cause)
    }
  }

  /** Runs one at a time, so that the executor's nonces are consecutive. */
  function include(hash: Hex): void {
    last = last.then(async () => {
      const entry = pool.get(hash)
      if (!entry || entry.transaction || isPaused) return
      try {
        // simulate again, because earlier operations may have changed its outcome
        await simulate(entry.operation)
        entry.transaction = await wallet.sendTransaction(toTransaction(entry.operation))
        await client.waitForTransactionReceipt({ hash: entry.transaction, timeout: 30_000 })
      } catch {
        // dropped, as public bundlers do with operations that no longer pass
        pool.delete(hash)
      }
    })
  }

  const send = async (params: readonly unknown[]): Promise<Hex> => {
    const operation = parseOperation(params)
    const hash = getUserOperationHash({
      chainId: id,
      entryPointAddress: entryPoint,
      entryPointVersion: '0.7',
      userOperation: operation,
    })
    if (pool.has(hash)) return hash
    await assertTakes(operation)
    for (const { operation: other, transaction } of pool.values())
      if (!transaction && other.sender === operation.sender && other.nonce === operation.nonce)
        throw new AccountRpcError(-32602, 'Another operation of this account has the same nonce')
    pool.set(hash, { operation })
    include(hash)
    return hash
  }

  const find = async (hash: unknown): Promise<unknown> => {
    const transactionHash = await findTransaction(client, hash)
    const entry = pool.get(hash as Hex)
    if (!entry) return null
    const block = transactionHash && (await client.getTransactionReceipt({ hash: transactionHash }))
    const { blockNumber = null, blockHash = null } = block ?? {}
    const place = { transactionHash: transactionHash ?? null, blockNumber, blockHash }
    return toJson({ userOperation: entry.operation, entryPoint, ...place })
  }

  return {
    methods: {
      eth_chainId: async () => toHex(id),
      eth_supportedEntryPoints: async () => [entryPoint],
      eth_estimateUserOperationGas: async (params) =>
        toJson(await estimateGas(client, parseOperation(params, { isPartial: true }))),
      eth_sendUserOperation: send,
      eth_getUserOperationByHash: ([hash]) => find(hash),
      eth_getUserOperationReceipt: ([hash]) => findReceipt(client, hash),
    },
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
      for (const [hash, { transaction }] of pool) if (!transaction) include(hash)
    },
  }
}

/** Gas for the transaction: the operation's limits plus the 64th that calls retain, and the entry point's overhead. */
function toGas({
  callGasLimit,
  verificationGasLimit,
  preVerificationGas,
  paymasterVerificationGasLimit = 0n,
  paymasterPostOpGasLimit = 0n,
}: Operation): bigint {
  const inner = callGasLimit + verificationGasLimit + paymasterVerificationGasLimit + paymasterPostOpGasLimit
  return (inner * 65n) / 64n + preVerificationGas + 100_000n
}
