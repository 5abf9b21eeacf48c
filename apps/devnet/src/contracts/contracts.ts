import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Abi, type Address, encodeDeployData, type Hex } from 'viem'
import { devAccount } from '../keys/evm.js'
import { packageRoot } from '../node/packageRoot.js'
import { callRpc } from '../rpc/callRpc.js'

export type CompiledContract = { readonly abi: Abi; readonly bytecode: Hex }

export type CompileOptions = {
  /** Path of a Solidity file. Imports are resolved from the installed OpenZeppelin. */
  readonly file: string
  /** Compiler settings, except the output selection. */
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

/** Compiles the contracts of a Solidity file, by name. Takes about a second. */
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

/** Loads the compiler and removes the process-wide rejection listeners that it adds. */
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

/** Compiles the contracts that tests deploy, by name: accounts, or hostile contracts. */
export function compileDevContracts(file: 'Accounts' | 'Hostile'): { readonly [name: string]: CompiledContract } {
  return compileContracts({ file: join(packageRoot(), `src/contracts/${file}.sol`) })
}

/** Reads a contract as published by its authors. `file` is a path inside a package, e.g. `@scope/name/build/A.json`. */
export function readArtefact(file: string): CompiledContract {
  const text = readFileSync(createRequire(import.meta.url).resolve(file), 'utf8')
  const { abi, bytecode } = JSON.parse(text) as { readonly abi: Abi; readonly bytecode: string }
  // some build tools omit the prefix
  return { abi, bytecode: (bytecode.startsWith('0x') ? bytecode : `0x${bytecode}`) as Hex }
}

export type DeployOptions = CompiledContract & {
  readonly rpcUrl: string
  readonly args?: readonly unknown[] | undefined
}

/** Deploys a contract on a local chain from the first development account. Resolves with its address. */
export async function deployContract({ rpcUrl, abi, bytecode, args = [] }: DeployOptions): Promise<Address> {
  const data = encodeDeployData({ abi, bytecode, args })
  const params = [{ from: devAccount(0).address, data }]
  const hash = await callRpc({ url: rpcUrl, method: 'eth_sendTransaction', params })
  // the node mines shortly after it returned the hash
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(5)) {
    const receipt = await callRpc({ url: rpcUrl, method: 'eth_getTransactionReceipt', params: [hash] })
    if (receipt) return readAddress(receipt as Receipt)
  }
  throw new Error(`The transaction ${String(hash)} was not mined`)
}

type Receipt = { readonly status: string; readonly contractAddress: Address }

function readAddress(receipt: Receipt): Address {
  if (receipt.status !== '0x1') throw new Error(`The contract was not deployed: ${JSON.stringify(receipt)}`)
  return receipt.contractAddress
}

type WorldReceipt = { readonly status: Hex; readonly contractAddress: Address }

/** Waits for a receipt: the node mines shortly after it returned the hash. */
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
