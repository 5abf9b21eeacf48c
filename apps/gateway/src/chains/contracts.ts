import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  toHex,
} from 'viem'
import { GatewayError, limitExceeded, NodeError } from '../errors.js'
import { isTooLarge } from '../http/upstream.js'
import type { Node } from './node.js'

/** A contract call, for a batch. */
type ContractCall<value> = {
  readonly to: Address
  readonly data: Hex
  /** Undefined if the result is not one of the function. */
  readonly decode: (result: Hex) => value | undefined
}

type View = 'view' | 'pure'

/** Creates a call of a contract function. */
export function contractCall<const abi extends Abi, name extends ContractFunctionName<abi, View>>({
  to,
  abi,
  functionName,
  args,
}: {
  readonly to: Address
  readonly abi: abi
  readonly functionName: name
  readonly args: ContractFunctionArgs<abi, View, name>
}): ContractCall<ContractFunctionReturnType<abi, View, name>> {
  return {
    to,
    data: encodeFunctionData({ abi, functionName, args } as never),
    decode: (data) => {
      try {
        return decodeFunctionResult({ abi, functionName, data } as never) as never
      } catch {
        return undefined // another kind of contract, or none
      }
    },
  }
}

type ContractRead<abi extends Abi, name extends ContractFunctionName<abi, 'view' | 'pure'>> = {
  readonly to: Address
  readonly abi: abi
  readonly functionName: name
  readonly args: ContractFunctionArgs<abi, 'view' | 'pure', name>
  /** Default: the latest block. */
  readonly block?: bigint | undefined
  readonly signal: AbortSignal
}

/** Calls a contract function. Rejects as the node does, or with 502 `NOT_A_CONTRACT` for an invalid result. */
export async function readContract<const abi extends Abi, name extends ContractFunctionName<abi, 'view' | 'pure'>>(
  node: Node,
  { to, abi, functionName, args, block, signal }: ContractRead<abi, name>,
): Promise<ContractFunctionReturnType<abi, 'view' | 'pure', name>> {
  const { data, decode } = contractCall<abi, name>({ to, abi, functionName, args })
  const params = [{ to, data }, block === undefined ? 'latest' : toHex(block)]
  const result = decode((await node.call({ method: 'eth_call', params, signal })) as Hex)
  if (result !== undefined) return result
  const message = `${to} is not a contract of the expected kind.`
  throw new GatewayError(message, { status: 502, code: 'NOT_A_CONTRACT' })
}

/** Contracts that are remembered for an hour. */
export type ContractMemory = {
  readonly has: (address: string) => boolean
  readonly add: (address: string) => void
}

/** Milliseconds, and how many contracts are remembered; the oldest are removed first. */
const memoryLimits = { lifetime: 3_600_000, count: 10_000 } as const

export function createContractMemory({ now }: { readonly now: () => number }): ContractMemory {
  const until = new Map<string, number>()
  return {
    has: (address) => (until.get(address.toLowerCase()) ?? 0) > now(),
    add(address) {
      const key = address.toLowerCase()
      until.delete(key)
      until.set(key, now() + memoryLimits.lifetime)
      for (const oldest of until.keys()) {
        if (until.size <= memoryLimits.count) break
        until.delete(oldest)
      }
    },
  }
}

/** The chain on which contracts are called. */
export type CallableChain = {
  /** Multicall3. */
  readonly multicall: Address
  readonly node: Node
  /** Contracts that leave no gas for the calls after them. They are called alone. */
  readonly greedy: ContractMemory
}

type MulticallRead<value> = {
  readonly calls: readonly ContractCall<value>[]
  /** Block height for all calls. Default: the latest block. */
  readonly block?: bigint | undefined
  readonly signal: AbortSignal
}

/**
 * Calls per batch, as nodes limit the gas and time of a request; the parts into which a batch that failed is split; requests at the same
 * time; and calls of greedy contracts per read.
 */
const limits = { calls: 300, parts: 8, requests: 8, greedy: 10 } as const

/**
 * Calls several contracts at one block. Results keep the order; undefined for a call that reverts, returns something else, or leaves too
 * little gas for others. Throws as the node does. Without Multicall3 on the chain, each call is sent separately.
 *
 * Calls in a batch share the gas that the node allows for a request, and a contract can use up nearly all of it. A batch in which that
 * happened counts for nothing: it is split until the greedy contract is alone. So each call is sent five times at most.
 */
export async function readMulticall<value>(
  { greedy, ...chain }: CallableChain,
  { calls, block, signal }: MulticallRead<value>,
): Promise<readonly (value | undefined)[]> {
  const at = block === undefined ? 'latest' : toHex(block)
  const results = new Map<ContractCall<value>, value | undefined>()
  let greedyLeft: number = limits.greedy
  const readGroup = async (group: readonly ContractCall<value>[]): Promise<readonly ContractCall<value>[]> => {
    const [{ to }] = group as [ContractCall<value>]
    const isAlone = group.length === 1
    if (isAlone && greedy.has(to) && greedyLeft-- <= 0) return []
    // a separate signal, as each request adds listeners, and Node.js warns about many on one signal
    const replies = await callTogether(chain, { calls: group, block: at, signal: AbortSignal.any([signal]) })
    if (replies) for (const [index, call] of group.entries()) results.set(call, toValue(call, replies[index]))
    else if (isAlone) greedy.add(to)
    return replies || isAlone ? [] : group
  }
  let open = calls
  for (let size = Math.min(calls.length, limits.calls); open.length > 0; size = Math.ceil(size / limits.parts)) {
    const known = open.filter(({ to }) => greedy.has(to))
    const others = open.filter(({ to }) => !greedy.has(to))
    const groups = [...toChunks(known, 1), ...toChunks(others, size)]
    const failed: (readonly ContractCall<value>[])[] = []
    for (const some of toChunks(groups, limits.requests)) failed.push(...(await Promise.all(some.map(readGroup))))
    open = failed.flat()
  }
  return calls.map((call) => results.get(call))
}

function toChunks<item>(items: readonly item[], size: number): readonly (readonly item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

type Reply = { readonly success: boolean; readonly returnData: Hex }

function toValue<value>({ decode }: ContractCall<value>, reply: Reply | undefined): value | undefined {
  return reply?.success ? decode(reply.returnData) : undefined
}

/** The precompiled contract that checks pairings. For an empty list that takes 45,000 gas. [EIP-1108] */
const pairingCheck: Address = '0x0000000000000000000000000000000000000008'

/** Takes 1.1 million gas, more than an honest call. It is the last call of each batch: if it fails, a call before it had too little, too. */
const gasCheck = encodeFunctionData({
  abi: multicall3Abi,
  functionName: 'aggregate3',
  args: [Array.from({ length: 24 }, () => ({ target: pairingCheck, allowFailure: false, callData: '0x' }) as const)],
})

type BatchRead = {
  readonly calls: readonly Pick<ContractCall<unknown>, 'to' | 'data'>[]
  /** As in JSON-RPC. */
  readonly block: string
  readonly signal: AbortSignal
}

/** Calls contracts in one request. Undefined if there was too little gas for all of them. Throws if it is the node that fails. */
async function callTogether(chain: BatchChain, { calls, ...at }: BatchRead): Promise<readonly Reply[] | undefined> {
  let found: Awaited<ReturnType<typeof aggregate>>
  try {
    // a single call that needs too much gas is detected by a copy of it: a node with a high limit has enough left after the first
    found = await (calls.length === 1
      ? tryTwice(() => aggregate(chain, { calls: [...calls, ...calls], ...at }))
      : aggregate(chain, { calls, ...at }))
  } catch (cause) {
    if (!isOfCalls(cause)) throw cause
    // a node that can't run an empty batch either isn't stopped by a contract
    await aggregate(chain, { calls: [], ...at })
    return undefined
  }
  if (!found) return callEach(chain, { calls, ...at })
  if (found.hasSpareGas) return found.replies
  // without any calls: a node whose limit is too low even for the check proves nothing
  const empty = await aggregate(chain, { calls: [], ...at })
  return empty?.hasSpareGas ? undefined : found.replies
}

type BatchChain = Pick<CallableChain, 'multicall' | 'node'>

/** Whether the calls may have made a request fail, rather than the node: by their gas, or the size of their results. */
function isOfCalls(cause: unknown): boolean {
  return (cause instanceof NodeError && cause.rpcCode !== limitExceeded) || isTooLarge(cause)
}

/** Repeats a call after an error that says nothing of its gas: one of the servers behind a node's URL may not have the block yet. */
async function tryTwice<value>(call: () => Promise<value>): Promise<value> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof NodeError) || isRevert(cause) || /gas|timeout/i.test(cause.message)) throw cause
    return call()
  }
}

/** Undefined if the chain has no Multicall3. */
async function aggregate(
  { multicall, node }: BatchChain,
  { calls, block, signal }: BatchRead,
): Promise<{ readonly replies: readonly Reply[]; readonly hasSpareGas: boolean } | undefined> {
  const own = { to: multicall, data: gasCheck }
  const args = [[...calls, own].map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
  const result = (await node.call({ method: 'eth_call', params: [{ to: multicall, data }, block], signal })) as Hex
  if (result === '0x') return undefined
  const replies = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: result })
  return { replies: replies.slice(0, -1), hasSpareGas: replies.at(-1)?.success === true }
}

/** Calls contracts in a request each. */
async function callEach(chain: BatchChain, { calls, block, signal }: BatchRead): Promise<readonly Reply[]> {
  const callOne = async ({ to, data }: BatchRead['calls'][number]): Promise<Reply> => {
    try {
      const call = { method: 'eth_call', params: [{ to, data }, block], signal }
      return { success: true, returnData: (await tryTwice(() => chain.node.call(call))) as Hex }
    } catch (cause) {
      if (!isOfCalls(cause)) throw cause
      if (!isRevert(cause)) await aggregate(chain, { calls: [], block, signal })
      return { success: false, returnData: '0x' }
    }
  }
  const replies: Reply[] = []
  for (const some of toChunks(calls, limits.requests)) replies.push(...(await Promise.all(some.map(callOne))))
  return replies
}

/** JSON-RPC: execution reverted. The second is the code of older Nethermind nodes. */
const revertCodes: readonly number[] = [3, -32_015]

/** Whether an error means that the contract reverted, rather than that the node failed. */
export function isRevert(cause: unknown): boolean {
  if (!(cause instanceof NodeError)) return false
  return revertCodes.includes(cause.rpcCode) || /\brevert|invalid opcode/i.test(cause.message)
}
