import { readFile } from 'node:fs/promises'
import { parseProviders } from './parseProviders.js'
import type { Providers } from './provider.js'

/** The providers of a JSON file, by name. It holds secrets: only custody's account may read it. Throws what is wrong with it. */
export async function readProviders(path: string): Promise<Providers> {
  try {
    return parseProviders(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    throw new Error(`${path} is no list of providers: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
