import { isRecord } from '@latchkey/core'
import { type Address, concat, encodePacked, type Hex, hashTypedData, recoverTypedDataAddress, toHex } from 'viem'
import { getUserOperationHash, toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { parseAddress, parseHex, parseQuantity } from '../evm/fields.js'
import { toPrivateKey } from '../evm/toPrivateKey.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import type { Signing } from '../keys.js'
import { createStubPasskeySignature } from './passkeyOwner.js'
import { entryPoint, type SmartAccount, safeModule } from './smartAccount.js'

/** The terms of an operation besides its calls: the frame fills in what the app didn't. */
export type OperationTerms = {
  readonly nonce: bigint
  /** Whether it deploys the account first. */
  readonly deploys: boolean
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  /** The paymaster, if the account doesn't pay. */
  readonly paymaster?:
    | {
        readonly address: Address
        readonly verificationGasLimit: bigint
        readonly postOpGasLimit: bigint
        readonly data: Hex
      }
    | undefined
}

const uint256 = 2n ** 256n - 1n

const uint128 = 2n ** 128n - 1n

const uint64 = 2n ** 64n - 1n

const maxPaymasterDataSize = 4_096

/** Parses an operation's terms, in the JSON fields of ERC-4337 and `deploys`. Throws InvalidRequestError, which names the field. */
export function parseTerms(given: unknown): OperationTerms {
  if (!isRecord(given)) throw new InvalidRequestError('The operation is not filled in')
  const read = (name: string, max: bigint): bigint => {
    const value = parseQuantity(given[name], max)
    if (value === null) throw new InvalidRequestError(`${name} of the operation is missing or out of range`)
    return value
  }
  const { deploys } = given
  if (typeof deploys !== 'boolean') throw new InvalidRequestError('The operation does not say whether it deploys')
  const maxFeePerGas = read('maxFeePerGas', uint128)
  return {
    nonce: read('nonce', uint256),
    deploys,
    callGasLimit: read('callGasLimit', uint64),
    verificationGasLimit: read('verificationGasLimit', uint64),
    preVerificationGas: read('preVerificationGas', uint64),
    maxFeePerGas,
    maxPriorityFeePerGas: read('maxPriorityFeePerGas', maxFeePerGas),
    ...(given['paymaster'] !== undefined && {
      paymaster: {
        address: readAddress(given['paymaster']),
        verificationGasLimit: read('paymasterVerificationGasLimit', uint64),
        postOpGasLimit: read('paymasterPostOpGasLimit', uint64),
        data: readData(given['paymasterData']),
      },
    }),
  }
}

function readAddress(value: unknown): Address {
  const address = parseAddress(value)
  if (address === null) throw new InvalidRequestError('The paymaster of the operation is not an address')
  return address
}

function readData(value: unknown): Hex {
  const data = parseHex(value)
  if (data === null || data.length > 2 + 2 * maxPaymasterDataSize)
    throw new InvalidRequestError('The operation has paymasterData that is not hex, or too long')
  return data
}

/** The canonical JSON: parsing it gives the same terms. */
export function writeTerms({ deploys, paymaster, ...numbers }: OperationTerms): object {
  return {
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, toHex(value)])),
    deploys,
    ...(paymaster && {
      paymaster: paymaster.address,
      paymasterVerificationGasLimit: toHex(paymaster.verificationGasLimit),
      paymasterPostOpGasLimit: toHex(paymaster.postOpGasLimit),
      paymasterData: paymaster.data,
    }),
  }
}

/** The complete operation, without its signature. */
export function toUserOperation(
  { deploys, paymaster, ...numbers }: OperationTerms,
  { account, callData }: { readonly account: SmartAccount; readonly callData: Hex },
): UserOperation<'0.7'> {
  const { address, factory, factoryData } = account
  return {
    sender: address,
    ...numbers,
    callData,
    signature: '0x',
    ...(deploys && { factory, factoryData }),
    ...(paymaster && {
      paymaster: paymaster.address,
      paymasterVerificationGasLimit: paymaster.verificationGasLimit,
      paymasterPostOpGasLimit: paymaster.postOpGasLimit,
      paymasterData: paymaster.data,
    }),
  }
}

/** Max gas, including the paymaster's. */
export function toGasLimit({
  callGasLimit,
  verificationGasLimit,
  preVerificationGas,
  paymaster,
}: OperationTerms): bigint {
  const paid = paymaster ? paymaster.verificationGasLimit + paymaster.postOpGasLimit : 0n
  return callGasLimit + verificationGasLimit + preVerificationGas + paid
}

/** A dummy signature of the right length, for gas estimation. */
export function createStubSignature({ passkeys }: SmartAccount): Hex {
  // the first passkey's signer, which accounts share, needs less gas than the others
  const owner = passkeys?.at(-1)?.owner
  const signature: Hex = `0x${'ec'.repeat(32)}${'3c'.repeat(32)}1b`
  return concat([`0x${'00'.repeat(12)}`, owner ? createStubPasskeySignature(owner) : signature])
}

const types = {
  SafeOp: [
    { type: 'address', name: 'safe' },
    { type: 'uint256', name: 'nonce' },
    { type: 'bytes', name: 'initCode' },
    { type: 'bytes', name: 'callData' },
    { type: 'uint128', name: 'verificationGasLimit' },
    { type: 'uint128', name: 'callGasLimit' },
    { type: 'uint256', name: 'preVerificationGas' },
    { type: 'uint128', name: 'maxPriorityFeePerGas' },
    { type: 'uint128', name: 'maxFeePerGas' },
    { type: 'bytes', name: 'paymasterAndData' },
    { type: 'uint48', name: 'validAfter' },
    { type: 'uint48', name: 'validUntil' },
    { type: 'address', name: 'entryPoint' },
  ],
} as const

type OperationPlace = {
  readonly account: SmartAccount
  readonly chainId: number
  /** Unix seconds: after this the operation can't be submitted. */
  readonly validUntil: number
}

/** Returns the signing of an operation for Safe's module: typed data over every field. [EIP-712] */
export function toOperationSigning(
  operation: UserOperation<'0.7'>,
  { account, chainId, validUntil }: OperationPlace,
): Signing<UserOperation<'0.7'>> {
  const { initCode, paymasterAndData } = toPackedUserOperation(operation)
  const definition = {
    domain: { chainId, verifyingContract: safeModule },
    types,
    primaryType: 'SafeOp',
    message: {
      safe: operation.sender,
      nonce: operation.nonce,
      initCode,
      callData: operation.callData,
      verificationGasLimit: operation.verificationGasLimit,
      callGasLimit: operation.callGasLimit,
      preVerificationGas: operation.preVerificationGas,
      maxPriorityFeePerGas: operation.maxPriorityFeePerGas,
      maxFeePerGas: operation.maxFeePerGas,
      paymasterAndData,
      validAfter: 0,
      validUntil,
      entryPoint,
    },
  } as const
  const finish = (signature: Hex): UserOperation<'0.7'> => {
    return { ...operation, signature: concat([encodePacked(['uint48', 'uint48'], [0, validUntil]), signature]) }
  }
  if (account.passkeys) return { passkey: { challenge: hashTypedData(definition), finish } }
  return {
    async sign(keys) {
      const owner = privateKeyToAccount(toPrivateKey(keys))
      const signature = await owner.signTypedData(definition)
      if ((await recoverTypedDataAddress({ ...definition, signature })) !== owner.address)
        throw new Error('The signature is not of this account')
      return finish(signature)
    },
  }
}

/** The hash by which the entry point and bundlers know it. */
export function hashOperation(userOperation: UserOperation<'0.7'>, chainId: number): Hex {
  return getUserOperationHash({ chainId, entryPointAddress: entryPoint, entryPointVersion: '0.7', userOperation })
}

/** Encodes an operation for bundlers. [ERC-7769] */
export function toWire(operation: UserOperation<'0.7'>): object {
  return Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [name, typeof value === 'bigint' ? toHex(value) : value]),
  )
}
