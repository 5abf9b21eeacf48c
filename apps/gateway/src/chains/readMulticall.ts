import { decodeFunctionResult, encodeFunctionData, type Hex, multicall3Abi, toHex } from 'viem'
import type { ContractCall } from './contractCall.js'
import type { ServedChain } from './createChainBook.js'
import { NodeRefusal } from './NodeRefusal.js'

export type MulticallRead<value> = {
  readonly calls: readonly ContractCall<value>[]
  /** The height of the block that all are asked at; the newest one unless told. */
  readonly block?: bigint | undefined
  readonly signal: AbortSignal
}

/** Questions of one call: nodes bound the gas and the time of a call. */
const most = 300

/**
 * What contracts answer, all at one block, in the order of the calls; undefined for a call that reverts or gives something else.
 * Throws as the node does. Where there is no Multicall3 on the chain, each is asked by itself.
 */
export async function readMulticall<value>(
  { multicall, node }: Pick<ServedChain, 'multicall' | 'node'>,
  { calls, block, signal }: MulticallRead<value>,
): Promise<readonly (value | undefined)[]> {
  const at = block === undefined ? 'latest' : toHex(block)
  const parts = Array.from({ length: Math.ceil(calls.length / most) }, (_, part) =>
    calls.slice(part * most, (part + 1) * most),
  )
  const answers = await Promise.all(
    parts.map(async (part) => {
      const args = [part.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args })
      const result = (await node.call({ method: 'eth_call', params: [{ to: multicall, data }, at], signal })) as Hex
      if (result === '0x') return Promise.all(part.map((call) => askAlone({ node }, { call, at, signal })))
      return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: result })
    }),
  )
  return answers
    .flat()
    .map(({ success, returnData }, index) => (success ? calls[index]?.decode(returnData) : undefined))
}

type Alone = { readonly call: ContractCall<unknown>; readonly at: string; readonly signal: AbortSignal }

async function askAlone(
  { node }: Pick<ServedChain, 'node'>,
  { call: { to, data }, at, signal }: Alone,
): Promise<{ readonly success: boolean; readonly returnData: Hex }> {
  try {
    const returnData = (await node.call({ method: 'eth_call', params: [{ to, data }, at], signal })) as Hex
    return { success: true, returnData }
  } catch (cause) {
    if (cause instanceof NodeRefusal) return { success: false, returnData: '0x' }
    throw cause
  }
}
