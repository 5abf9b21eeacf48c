import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Abi, Hex } from 'viem'
import { packageRoot } from '../packageRoot.js'

export type CompiledContract = { readonly abi: Abi; readonly bytecode: Hex }

type Compiler = {
  compile(input: string, readers: { import(path: string): { contents: string } | { error: string } }): string
}

type Output = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts?: {
    readonly [file: string]: {
      readonly [name: string]: { readonly abi: Abi; readonly evm: { readonly bytecode: { readonly object: string } } }
    }
  }
}

/** Compiles `DevToken.sol` against the installed OpenZeppelin. About one second. */
export function compileToken(): CompiledContract {
  const content = readFileSync(join(packageRoot(), 'src/world/DevToken.sol'), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'DevToken.sol': { content } },
    settings: {
      optimizer: { enabled: true, runs: 1_000 },
      evmVersion: 'cancun',
      outputSelection: { 'DevToken.sol': { DevToken: ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(loadCompiler().compile(JSON.stringify(input), { import: readImport })) as Output
  const failure = output.errors?.find(({ severity }) => severity === 'error')
  if (failure) throw new Error(failure.formattedMessage)
  const token = output.contracts?.['DevToken.sol']?.['DevToken']
  if (!token) throw new Error('The compiler returned no DevToken')
  return { abi: token.abi, bytecode: `0x${token.evm.bytecode.object}` }
}

/** The compiler listens to the rejections of the whole process as it loads; that is not its business here. */
function loadCompiler(): Compiler {
  const before = process.listeners('unhandledRejection')
  const require = createRequire(import.meta.url)
  const compiler = require('solc') as Compiler
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.includes(listener)) process.removeListener('unhandledRejection', listener)
  }
  return compiler
}

function readImport(path: string): { contents: string } | { error: string } {
  const require = createRequire(import.meta.url)
  const library = dirname(require.resolve('@openzeppelin/contracts/package.json'))
  try {
    return { contents: readFileSync(join(library, path.replace('@openzeppelin/contracts', '')), 'utf8') }
  } catch (error) {
    return { error: String(error) }
  }
}
