import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Hex } from 'viem'

/** The creation code that viem carries for deployless calls; it is not among viem's public exports. */
export async function multicall3Bytecode(): Promise<Hex> {
  const require = createRequire(import.meta.url)
  const viem = dirname(require.resolve('viem/package.json'))
  const file = pathToFileURL(join(viem, '_esm/constants/contracts.js')).href
  const { multicall3Bytecode: code } = (await import(/* @vite-ignore */ file)) as { multicall3Bytecode?: Hex }
  if (!code) throw new Error('This viem carries no Multicall3')
  return code
}
