import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getCreate2Address,
  type Hex,
  keccak256,
  parseAbi,
  zeroAddress,
} from 'viem'
import { accountCodeHash, proxyFactory, safe, safeModule, safeModuleSetup } from './contracts.js'

/** An account that is a contract, whether or not it is on a network yet. */
export type SmartAccount = {
  readonly address: Address
  /** Called with this data by anybody, it puts the account there. */
  readonly factory: Address
  readonly factoryData: Hex
}

const abi = parseAbi([
  'function enableModules(address[] modules)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 salt)',
])

/** Accounts of one owner are told apart by it; there is one. */
const salt = 0n

/** The smart account of a key: the key is its one owner, Safe's module for ERC-4337 its one module. The same on every network. */
export function toSmartAccount(owner: Address): SmartAccount {
  const enable = encodeFunctionData({ abi, functionName: 'enableModules', args: [[safeModule]] })
  const initializer = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [[owner], 1n, safeModuleSetup, enable, safeModule, zeroAddress, 0n, zeroAddress],
  })
  const inner = encodePacked(['bytes32', 'uint256'], [keccak256(initializer), salt])
  return {
    address: getCreate2Address({ from: proxyFactory, salt: keccak256(inner), bytecodeHash: accountCodeHash }),
    factory: proxyFactory,
    factoryData: encodeFunctionData({ abi, functionName: 'createProxyWithNonce', args: [safe, initializer, salt] }),
  }
}

/** A signature of an account that may not be there yet: it says how to put it there. [ERC-6492] */
export function wrapSignature({ factory, factoryData }: SmartAccount, signature: Hex): Hex {
  const parts = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  const wrapped = encodeAbiParameters(parts, [factory, factoryData, signature])
  return `${wrapped}${'6492'.repeat(16)}`
}
