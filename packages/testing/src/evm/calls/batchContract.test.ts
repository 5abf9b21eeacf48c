import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { batchBytecode } from './batchContract.js'

type Output = {
  readonly contracts: {
    readonly [file: string]: { readonly Batch: { readonly evm: { bytecode: { object: string } } } }
  }
}

it('batchBytecode is the compiler output of Batch.sol', () => {
  const devnet = realpathSync(new URL('../../../node_modules/@latchkey/devnet/package.json', import.meta.url))
  const { compile } = createRequire(devnet)('solc') as { readonly compile: (input: string) => string }
  const content = readFileSync(new URL('./Batch.sol', import.meta.url), 'utf8')
  const settings = {
    viaIR: true,
    optimizer: { enabled: true, runs: 1 },
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  }
  const input = { language: 'Solidity', sources: { 'Batch.sol': { content } }, settings }
  const { contracts } = JSON.parse(compile(JSON.stringify(input))) as Output
  expect(`0x${contracts['Batch.sol']?.Batch.evm.bytecode.object}`).toBe(batchBytecode)
})
