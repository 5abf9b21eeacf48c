import { encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem'
import { askNode } from './askNode.js'

export type LocalCall = {
  readonly from: string
  readonly to?: string
  readonly data?: Hex
  readonly value?: bigint
  /** For one that is to fail, which no node would estimate. */
  readonly gas?: bigint
}

/** Sends a transaction of an unlocked account and resolves with its hash when it is mined. */
export async function sendCall(url: string, { value, gas, ...call }: LocalCall): Promise<string> {
  const more = { ...(value !== undefined && { value: toHex(value) }), ...(gas !== undefined && { gas: toHex(gas) }) }
  const hash = (await askNode(url, 'eth_sendTransaction', { ...call, ...more })) as string
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; )
    if (await askNode(url, 'eth_getTransactionReceipt', hash)) return hash
  throw new Error(`${hash} was not mined.`)
}

export function toTokenTransfer(to: string, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, amount] })
}
