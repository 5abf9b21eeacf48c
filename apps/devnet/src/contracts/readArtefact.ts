import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Abi, Hex } from 'viem'
import type { CompiledContract } from './compileContracts.js'

/** A contract as its authors compiled and published it. `file` is a path inside a package, as `@scope/name/build/A.json`. */
export function readArtefact(file: string): CompiledContract {
  const text = readFileSync(createRequire(import.meta.url).resolve(file), 'utf8')
  const { abi, bytecode } = JSON.parse(text) as { readonly abi: Abi; readonly bytecode: string }
  // some compilers' front ends leave the prefix out
  return { abi, bytecode: (bytecode.startsWith('0x') ? bytecode : `0x${bytecode}`) as Hex }
}
