import { concat, encodePacked, type Hex, recoverTypedDataAddress } from 'viem'
import { getUserOperationHash, toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import type { Keys } from '../deriveKeys.js'
import { toPrivateKey } from '../evm/toPrivateKey.js'
import { entryPoint, safeModule } from './contracts.js'

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

export type OperationPlace = {
  readonly chainId: number
  /** Unix seconds: who holds the operation back until then can do nothing with it. */
  readonly validUntil: number
}

/** The operation with its owner's signature, in the form of Safe's module: over every field, written out. [EIP-712] */
export async function signOperation(
  operation: UserOperation<'0.7'>,
  { chainId, validUntil, keys }: OperationPlace & { readonly keys: Keys },
): Promise<UserOperation<'0.7'>> {
  const { initCode, paymasterAndData } = toPackedUserOperation(operation)
  const owner = privateKeyToAccount(toPrivateKey(keys))
  const definition = {
    domain: { chainId, verifyingContract: safeModule },
    types,
    primaryType: 'SafeOp',
    message: {
      ...{ safe: operation.sender, nonce: operation.nonce, initCode, callData: operation.callData },
      ...{ verificationGasLimit: operation.verificationGasLimit, callGasLimit: operation.callGasLimit },
      preVerificationGas: operation.preVerificationGas,
      ...{ maxPriorityFeePerGas: operation.maxPriorityFeePerGas, maxFeePerGas: operation.maxFeePerGas },
      ...{ paymasterAndData, validAfter: 0, validUntil, entryPoint },
    },
  } as const
  const signature = await owner.signTypedData(definition)
  if ((await recoverTypedDataAddress({ ...definition, signature })) !== owner.address)
    throw new Error('The signature is not of this account')
  return { ...operation, signature: concat([encodePacked(['uint48', 'uint48'], [0, validUntil]), signature]) }
}

/** By which the entry point and bundlers know it. */
export function hashOperation(userOperation: UserOperation<'0.7'>, chainId: number): Hex {
  return getUserOperationHash({ chainId, entryPointAddress: entryPoint, entryPointVersion: '0.7', userOperation })
}
