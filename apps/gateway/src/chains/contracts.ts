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
import type { ServedChain } from './chainBook.js'
import type { Node } from './node.js'

/** A question to a contract, one of many that are asked at once. */
type ContractCall<value> = {
  readonly to: Address
  readonly data: Hex
  /** Undefined where the answer is none of the function. */
  readonly decode: (result: Hex) => value | undefined
}

type View = 'view' | 'pure'

/** A question to a function of a contract. */
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
        return undefined // what stands there is another kind of contract, or none
      }
    },
  }
}

type ContractRead<abi extends Abi, name extends ContractFunctionName<abi, 'view' | 'pure'>> = {
  readonly to: Address
  readonly abi: abi
  readonly functionName: name
  readonly args: ContractFunctionArgs<abi, 'view' | 'pure', name>
  /** The newest one unless told. */
  readonly block?: bigint | undefined
  readonly signal: AbortSignal
}

/** What a contract answers. Rejects as the node does; where the answer is none of the function, 502 `NOT_A_CONTRACT`. */
export async function readContract<const abi extends Abi, name extends ContractFunctionName<abi, 'view' | 'pure'>>(
  node: Node,
  { to, abi, functionName, args, block, signal }: ContractRead<abi, name>,
): Promise<ContractFunctionReturnType<abi, 'view' | 'pure', name>> {
  const { data, decode } = contractCall<abi, name>({ to, abi, functionName, args })
  const params = [{ to, data }, block === undefined ? 'latest' : toHex(block)]
  const answer = decode((await node.call({ method: 'eth_call', params, signal })) as Hex)
  if (answer !== undefined) return answer
  const message = `${to} does not answer as a contract of the kind would.`
  throw new GatewayError(message, { status: 502, code: 'NOT_A_CONTRACT' })
}

type MulticallRead<value> = {
  readonly calls: readonly ContractCall<value>[]
  /** The height of the block that all are asked at; the newest one unless told. */
  readonly block?: bigint | undefined
  readonly signal: AbortSignal
}

/** Questions of one call: nodes bound the gas and the time of a call. */
const maxCalls = 300

/**
 * What contracts answer, all at one block, in the order of the calls; undefined for a call that reverts or gives something else.
 * Throws as the node does. Where there is no Multicall3 on the chain, each is asked by itself.
 */
export async function readMulticall<value>(
  { multicall, node }: Pick<ServedChain, 'multicall' | 'node'>,
  { calls, block, signal }: MulticallRead<value>,
): Promise<readonly (value | undefined)[]> {
  const at = block === undefined ? 'latest' : toHex(block)
  const parts = Array.from({ length: Math.ceil(calls.length / maxCalls) }, (_, part) =>
    calls.slice(part * maxCalls, (part + 1) * maxCalls),
  )
  const answers = await Promise.all(
    parts.map(async (part) => {
      const args = [part.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
      const result = (await node.call({ method: 'eth_call', params: [{ to: multicall, data }, at], signal })) as Hex
      if (result === '0x') return Promise.all(part.map((call) => callDirectly({ node }, { call, at, signal })))
      return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: result })
    }),
  )
  return answers
    .flat()
    .map(({ success, returnData }, index) => (success ? calls[index]?.decode(returnData) : undefined))
}

type DirectCall = { readonly call: ContractCall<unknown>; readonly at: string; readonly signal: AbortSignal }

async function callDirectly(
  { node }: Pick<ServedChain, 'node'>,
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

/** Whether a contract refuses, by the node's word: not that the node cannot tell. */
export function isRevert(cause: unknown): boolean {
  if (!(cause instanceof NodeError)) return false
  return cause.rpcCode === reverted || /\brevert|invalid opcode/i.test(cause.message)
}
