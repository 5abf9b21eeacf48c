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
import { GatewayError, NodeError } from '../errors.js'
import type { PinnedChain } from './chainBook.js'
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

type MulticallRead<value> = {
  readonly calls: readonly ContractCall<value>[]
  /** Block height for all calls. Default: the latest block. */
  readonly block?: bigint | undefined
  readonly signal: AbortSignal
}

/** Calls per batch: nodes limit the gas and time of a call. */
const maxCalls = 300

/**
 * Calls several contracts at one block. Results keep the order; undefined for a call that reverts or returns something else. Throws
 * as the node does. Without Multicall3 on the chain, each call is sent separately.
 */
export async function readMulticall<value>(
  { multicall, node }: Pick<PinnedChain, 'multicall' | 'node'>,
  { calls, block, signal }: MulticallRead<value>,
): Promise<readonly (value | undefined)[]> {
  const at = block === undefined ? 'latest' : toHex(block)
  const batches = Array.from({ length: Math.ceil(calls.length / maxCalls) }, (_, index) =>
    calls.slice(index * maxCalls, (index + 1) * maxCalls),
  )
  const results = await Promise.all(
    batches.map(async (batch) => {
      const args = [batch.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
      const result = (await node.call({ method: 'eth_call', params: [{ to: multicall, data }, at], signal })) as Hex
      if (result === '0x') return Promise.all(batch.map((call) => callDirectly({ node }, { call, at, signal })))
      return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: result })
    }),
  )
  return results
    .flat()
    .map(({ success, returnData }, index) => (success ? calls[index]?.decode(returnData) : undefined))
}

type DirectCall = { readonly call: ContractCall<unknown>; readonly at: string; readonly signal: AbortSignal }

async function callDirectly(
  { node }: Pick<PinnedChain, 'node'>,
  { call: { to, data }, at, signal }: DirectCall,
): Promise<{ readonly success: boolean; readonly returnData: Hex }> {
  try {
    const returnData = (await node.call({ method: 'eth_call', params: [{ to, data }, at], signal })) as Hex
    return { success: true, returnData }
  } catch (cause) {
    if (cause instanceof NodeError) return { success: false, returnData: '0x' }
    throw cause
  }
}

/** JSON-RPC: execution reverted. */
const reverted = 3

/** Whether an error means that the contract reverted, rather than that the node failed. */
export function isRevert(cause: unknown): boolean {
  if (!(cause instanceof NodeError)) return false
  return cause.rpcCode === reverted || /\brevert|invalid opcode/i.test(cause.message)
}
