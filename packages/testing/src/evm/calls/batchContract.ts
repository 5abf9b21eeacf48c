import { type Address, concat, encodeFunctionData, getContractAddress, type Hex, parseAbi } from 'viem'
import type { TransactionRequest } from '../transaction/parseTransaction.js'

/** Creation code of `Batch.sol`, compiled by solc 0.8.37: optimized for size, via IR, without metadata. */
export const batchBytecode: Hex =
  ('0x608080604052346015576101e5908161001a8239f35b5f80fdfe60806040526004361015610010575b005b5f3560e01c633f707e6b036100' +
    '0e5760203660031901126100f0576004356001600160401b0381116100f057366023820112156100f05760048101356001600160401b0381' +
    '116100f0576024820191602436918360051b0101116100f0573033036100f0575f5b81811061008057005b5f806100956100908486886100' +
    'f4565b61012a565b60206100a28587896100f4565b01356100bc6100b286888a6100f4565b604081019061013e565b91906100cd60405180' +
    '948193610170565b03925af16100d9610191565b90156100e85750600101610077565b602081519101fd5b5f80fd5b919081101561011657' +
    '60051b81013590605e19813603018212156100f0570190565b634e487b7160e01b5f52603260045260245ffd5b356001600160a01b038116' +
    '81036100f05790565b903590601e19813603018212156100f057018035906001600160401b0382116100f0576020019181360383136100f0' +
    '57565b908092918237015f815290565b634e487b7160e01b5f52604160045260245ffd5b3d156101e0573d906001600160401b0382116101' +
    'db5760405191601f8101601f19908116603f011683016001600160401b038111848210176101db5760405282523d5f602084013e565b6101' +
    '7d565b60609056') as Hex

/** Deploys a contract to the same address on every chain; included in local nodes (EIP-1014). */
export const create2Deployer: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const salt: Hex = `0x${'00'.repeat(32)}`

/** Input for the deployer to create the contract. */
export const batchDeployment: Hex = concat([salt, batchBytecode])

/** Address of the contract, once deployed. */
export const batchAddress: Address = getContractAddress({
  opcode: 'CREATE2',
  from: create2Deployer,
  salt,
  bytecode: batchBytecode,
})

/** Code of an account that delegates to the contract (EIP-7702). */
export const batchDelegation: Hex = concat(['0xef0100', batchAddress.toLowerCase() as Hex])

const abi = parseAbi([
  'struct Call { address to; uint256 value; bytes data; }',
  'function execute(Call[] calls) payable',
])

/** Data that a delegating account sends to itself, to execute all calls or none. */
export function toBatchData(calls: readonly TransactionRequest[]): Hex {
  const args = calls.map(({ to, value, data = '0x' }) => ({ to: to ?? '0x', value, data }))
  return encodeFunctionData({ abi, args: [args] })
}
