import { encodeFunctionData, erc20Abi, type Hex, toHex } from 'viem'

/** Calls a local node. Throws its errors. */
export async function callNode(url: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await reply.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

type LocalCall = {
  readonly from: string
  readonly to?: string
  readonly data?: Hex
  readonly value?: bigint
  /** For transactions that fail, which can't be estimated. */
  readonly gas?: bigint
}

/** Sends a transaction of an unlocked account and resolves with its hash when it is mined. */
export async function sendCall(url: string, { value, gas, ...call }: LocalCall): Promise<string> {
  const more = { ...(value !== undefined && { value: toHex(value) }), ...(gas !== undefined && { gas: toHex(gas) }) }
  const hash = (await callNode(url, 'eth_sendTransaction', { ...call, ...more })) as string
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; )
    if (await callNode(url, 'eth_getTransactionReceipt', hash)) return hash
  throw new Error(`${hash} was not mined.`)
}

export function toTokenTransfer(to: string, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, amount] })
}
