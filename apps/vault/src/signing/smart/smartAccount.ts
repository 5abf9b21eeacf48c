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
import { privateKeyToAccount } from 'viem/accounts'
import { entryPointAddress } from '../../protocol/network.js'
import { type Keys, toPrivateKey } from '../keys.js'

/**
 * Safe 1.4.1 with its ERC-4337 module 0.3.0, on entry point 0.7, at the addresses of their authors' deployments on every network. `safe` is
 * the L2 version, which emits events, on all networks, so that an account has one address.
 */
export const entryPoint: Address = entryPointAddress

export const safe: Address = '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762'

export const proxyFactory: Address = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67'

export const safeModule: Address = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226'

export const safeModuleSetup: Address = '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47'

/** Runs several calls as the account itself, by delegate call: the only delegate call that is ever signed. It makes none in turn. */
export const multiSend: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

/** Hash of the creation code that the factory deploys, including `safe`: an account's address follows from it. [EIP-1014] */
export const accountCodeHash: Hex = '0xe298282cefe913ab5d282047161268a8222e4bd4ed106300c547894bbefd31ee'

/** A smart contract account, deployed or not. */
export type SmartAccount = {
  readonly address: Address
  /** Anybody who calls it with this data deploys the account. */
  readonly factory: Address
  readonly factoryData: Hex
}

const safeAbi = parseAbi([
  'function enableModules(address[] modules)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 salt)',
])

/** Distinguishes accounts of one owner; there is one. */
const salt = 0n

/** The smart account of a key: the key is its only owner, Safe's ERC-4337 module its only module. The same on every network. */
export function toSmartAccount(owner: Address): SmartAccount {
  const enable = encodeFunctionData({ abi: safeAbi, functionName: 'enableModules', args: [[safeModule]] })
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [[owner], 1n, safeModuleSetup, enable, safeModule, zeroAddress, 0n, zeroAddress],
  })
  const inner = encodePacked(['bytes32', 'uint256'], [keccak256(initializer), salt])
  return {
    address: getCreate2Address({ from: proxyFactory, salt: keccak256(inner), bytecodeHash: accountCodeHash }),
    factory: proxyFactory,
    factoryData: encodeFunctionData({
      abi: safeAbi,
      functionName: 'createProxyWithNonce',
      args: [safe, initializer, salt],
    }),
  }
}

/** Wraps a signature with the account's deployment, as it may not be deployed yet. [ERC-6492] */
function wrapSignature({ factory, factoryData }: SmartAccount, signature: Hex): Hex {
  const parts = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  const wrapped = encodeAbiParameters(parts, [factory, factoryData, signature])
  return `${wrapped}${'6492'.repeat(16)}`
}

/** Both forms of one signature: which one is valid depends on whether the account is deployed. */
export type SmartSignature = {
  readonly account: string
  /** [ERC-1271] */
  readonly signature: Hex
  /** [ERC-6492] */
  readonly wrapped: Hex
}

/**
 * Signs a message for the account: its owner signs the message's hash within Safe's domain, which names network and account, so that it is
 * valid for no other. The hash is always computed here.
 */
export async function signSafeMessage(
  message: Hex,
  { account, chainId, keys }: { readonly account: SmartAccount; readonly chainId: number; readonly keys: Keys },
): Promise<SmartSignature> {
  const signature = await privateKeyToAccount(toPrivateKey(keys)).signTypedData({
    domain: { chainId, verifyingContract: account.address },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message },
  })
  return { account: account.address, signature, wrapped: wrapSignature(account, signature) }
}
