import { type Address, concat, encodeFunctionData, getContractAddress, type Hex, parseAbi } from 'viem'
import type { TransactionRequest } from '../transaction/parseTransaction.js'
import { batchBytecode } from './batchBytecode.js'

/** Puts a contract at the same address on every chain; local nodes have it from the start (EIP-1014). */
export const create2Deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const salt: Hex = `0x${'00'.repeat(32)}`

/** What the deployer takes to create the contract. */
export const batchDeployment: Hex = concat([salt, batchBytecode])

/** Where the contract is, once somebody has deployed it. */
export const batchAddress: Address = getContractAddress({
  opcode: 'CREATE2',
  from: create2Deployer,
  salt,
  bytecode: batchBytecode,
})

/** The code of an account that delegates to the contract (EIP-7702). */
export const batchDelegation: Hex = concat(['0xef0100', batchAddress.toLowerCase() as Hex])

const abi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])

/** What a delegating account sends to itself so that all calls happen, or none. */
export function toBatchData(calls: readonly TransactionRequest[]): Hex {
  const args = calls.map(({ to, value, data = '0x' }) => ({ to: to ?? '0x', value, data }))
  return encodeFunctionData({ abi, args: [args] })
}
