import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getCreate2Address,
  type Hex,
  hashTypedData,
  keccak256,
  parseAbi,
  size,
  type TypedDataDefinition,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { entryPointAddress } from '../../protocol/network.js'
import { toPrivateKey } from '../evm/toPrivateKey.js'
import type { Accounts, Keys, Signing } from '../keys.js'
import {
  encodeConfigure,
  type PasskeyKey,
  passkeySharedSigner,
  type SelfCustodyOrigin,
  toSignerAddress,
} from './passkeyOwner.js'

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

/** Runs several calls during an account's setup, each of them by delegate call. Not for anything that an app requests. */
const setupMultiSend: Address = '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526'

/** Hash of the creation code that the factory deploys, including `safe`: an account's address follows from it. [EIP-1014] */
export const accountCodeHash: Hex = '0xe298282cefe913ab5d282047161268a8222e4bd4ed106300c547894bbefd31ee'

/** A smart contract account, deployed or not. */
export type SmartAccount = {
  readonly address: Address
  /** A call of it with this data, by anyone, deploys the account. */
  readonly factory: Address
  readonly factoryData: Hex
  /** The passkeys that own it. Absent: the wallet's own key does. */
  readonly passkeys?: readonly OwnerPasskey[] | undefined
}

export type OwnerPasskey = PasskeyKey & {
  /** Its signer in the account's list of owners. */
  readonly owner: Address
}

const safeAbi = parseAbi([
  'function enableModules(address[] modules)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 salt)',
  'function multiSend(bytes transactions)',
])

/** Distinguishes accounts of one owner; there is one. */
const salt = 0n

/**
 * The smart account of a wallet: its own key is the only owner or, in self-custody, the first passkey and the key of the recovery code are,
 * each of them alone; Safe's ERC-4337 module is the only module. The same on every network.
 */
export function toSmartAccount({ eip155, selfCustody }: Pick<Accounts, 'eip155' | 'selfCustody'>): SmartAccount {
  const enable = encodeFunctionData({ abi: safeAbi, functionName: 'enableModules', args: [[safeModule]] })
  if (!selfCustody) return toAccount({ owners: [eip155], setup: [safeModuleSetup, enable] })
  const { first, passkeys } = selfCustody
  const calls = [
    [safeModuleSetup, enable],
    [passkeySharedSigner, encodeConfigure(first)],
  ] as const
  const transactions = calls.map(([to, data]) =>
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [1, to, 0n, BigInt(size(data)), data]),
  )
  const batch = encodeFunctionData({ abi: safeAbi, functionName: 'multiSend', args: [concat(transactions)] })
  return {
    ...toAccount({ owners: listFirstOwners(selfCustody), setup: [setupMultiSend, batch] }),
    passkeys: passkeys.map((key) => ({ ...key, owner: toOwner(key, first) })),
  }
}

/** The smart accounts of a wallet: the one in use, and the one that its own key owns. */
export function listSmartAddresses({
  eip155,
  selfCustody,
}: Pick<Accounts, 'eip155' | 'selfCustody'>): readonly Address[] {
  return [toSmartAccount({ eip155, selfCustody }).address, toSmartAccount({ eip155 }).address]
}

/** The owners of an account in self-custody from its creation. */
export function listFirstOwners({ recovery }: SelfCustodyOrigin): readonly Address[] {
  return recovery ? [passkeySharedSigner, recovery] : [passkeySharedSigner]
}

/** A passkey's signer: the shared one for the passkey that the account was created with, its own for any other. */
export function toOwner(key: PasskeyKey, first: PasskeyKey): Address {
  return key.x === first.x && key.y === first.y ? passkeySharedSigner : toSignerAddress(key)
}

type AccountTerms = { readonly owners: readonly Address[]; readonly setup: readonly [to: Address, data: Hex] }

function toAccount({ owners, setup: [to, data] }: AccountTerms): SmartAccount {
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [owners, 1n, to, data, safeModule, zeroAddress, 0n, zeroAddress],
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

type MessagePlace = { readonly account: SmartAccount; readonly chainId: number }

/**
 * Returns the signing of a message for the account: its owner signs the message's hash within Safe's domain, which names network and
 * account, so that it is valid for no other. The hash is always computed here.
 */
export function toMessageSigning(message: Hex, { account, chainId }: MessagePlace): Signing<SmartSignature> {
  const definition = {
    domain: { chainId, verifyingContract: account.address },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message },
  } as const
  const finish = (signature: Hex): SmartSignature => {
    return { account: account.address, signature, wrapped: wrapSignature(account, signature) }
  }
  if (account.passkeys) return { passkey: { challenge: hashTypedData(definition), finish } }
  return { sign: async (keys) => finish(await signWith(keys, definition)) }
}

function signWith(keys: Keys, definition: TypedDataDefinition): Promise<Hex> {
  return privateKeyToAccount(toPrivateKey(keys)).signTypedData(definition)
}
