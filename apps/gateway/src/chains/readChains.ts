import { readFile } from 'node:fs/promises'
import type { GatewayChain } from './gatewayChain.js'
import { parseChains } from './parseChains.js'

/** Chains of a JSON file. Throws what is wrong with it. */
export async function readChains(file: string): Promise<readonly GatewayChain[]> {
  try {
    return parseChains(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
