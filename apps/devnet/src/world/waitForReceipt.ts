import { setTimeout as sleep } from 'node:timers/promises'
import type { Address, Hex } from 'viem'

export type WorldReceipt = { readonly status: Hex; readonly contractAddress: Address }

/** The node mines by itself, a moment after it has answered with the hash. */
export async function waitForReceipt(
  call: (method: string, ...params: unknown[]) => Promise<unknown>,
  hash: unknown,
): Promise<WorldReceipt> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(5)) {
    const receipt = await call('eth_getTransactionReceipt', hash)
    if (receipt) return receipt as WorldReceipt
  }
  throw new Error(`The transaction ${String(hash)} was not mined`)
}
