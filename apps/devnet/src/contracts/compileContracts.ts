import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Abi, Hex } from 'viem'

export type CompiledContract = { readonly abi: Abi; readonly bytecode: Hex }

export type CompileOptions = {
  /** Path of a Solidity file; what it imports is taken from the installed OpenZeppelin. */
  readonly file: string
  /** Settings of the compiler beside what it puts out. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

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

/** The contracts of a Solidity file by their names. About one second. */
export function compileContracts({ file, settings }: CompileOptions): { readonly [name: string]: CompiledContract } {
  const name = basename(file)
  const input = {
    language: 'Solidity',
    sources: { [name]: { content: readFileSync(file, 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 1_000 },
      evmVersion: 'cancun',
      ...settings,
      outputSelection: { [name]: { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(loadCompiler().compile(JSON.stringify(input), { import: readImport })) as Output
  const failure = output.errors?.find(({ severity }) => severity === 'error')
  if (failure) throw new Error(failure.formattedMessage)
  return Object.fromEntries(
    Object.entries(output.contracts?.[name] ?? {}).map(([contract, { abi, evm }]) => [
      contract,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ]),
  )
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
