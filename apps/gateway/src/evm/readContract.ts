import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  type Hex,
  toHex,
} from 'viem'
import { contractCall } from '../chains/contractCall.js'
import type { Node } from '../chains/createNode.js'
import { GatewayFault } from '../http/GatewayFault.js'

export type ContractRead<abi extends Abi, name extends ContractFunctionName<abi, 'view' | 'pure'>> = {
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
  throw new GatewayFault(message, { status: 502, code: 'NOT_A_CONTRACT' })
}
