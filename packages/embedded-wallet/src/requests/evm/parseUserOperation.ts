import { isRecord } from '@latchkey/core'
import { invalidParams, parseHexBytes, parseQuantity } from '../parameters.js'
import { type EvmContext, getType, isEvmAddress, parseOwn } from './evmContext.js'

type Parse = (field: string, value: unknown) => string

const parseAddress: Parse = (field, value) => {
  if (isEvmAddress(value)) return value
  throw invalidParams(`${field}: expected an address.`)
}

/** Fields of entry point 0.6 and later. None of them can authorize other code for the account (EIP-7702). */
const fields: { readonly [name: string]: Parse } = {
  sender: parseAddress,
  nonce: parseQuantity,
  factory: parseAddress,
  factoryData: parseHexBytes,
  initCode: parseHexBytes,
  callData: parseHexBytes,
  callGasLimit: parseQuantity,
  verificationGasLimit: parseQuantity,
  preVerificationGas: parseQuantity,
  maxFeePerGas: parseQuantity,
  maxPriorityFeePerGas: parseQuantity,
  paymaster: parseAddress,
  paymasterData: parseHexBytes,
  paymasterVerificationGasLimit: parseQuantity,
  paymasterPostOpGasLimit: parseQuantity,
  paymasterAndData: parseHexBytes,
  signature: parseHexBytes,
}

/**
 * Parses `[operation, entryPoint]` of `eth_sendUserOperation` and `eth_estimateUserOperationGas`. Throws `INVALID_PARAMS` if the
 * sender isn't the wallet's smart account, or for unknown fields. [ERC-7769]
 */
export function parseUserOperation(
  method: string,
  [operation, entryPoint]: readonly unknown[],
  context: EvmContext,
): readonly unknown[] {
  if (!isRecord(operation)) throw invalidParams(`${method}: the operation must be an object.`)
  const entries = Object.entries(operation).filter(([, value]) => value !== undefined && value !== null)
  const unknown = entries.find(([name]) => !Object.hasOwn(fields, name))
  if (unknown) throw invalidParams(`${method}: unknown field ${unknown[0].slice(0, 40)}.`)
  const sender = parseOwn(`${method}: sender`, operation['sender'], context)
  if (getType(sender, context) !== 'smartAccount') throw invalidParams(`${method}: ${sender} is not a smart account.`)
  if (!entries.some(([name]) => name === 'callData')) throw invalidParams(`${method}: callData is required.`)
  const read = entries.map(([name, value]) => [name, fields[name]?.(`${method}: ${name}`, value)])
  return [{ ...Object.fromEntries(read), sender }, parseAddress(`${method}: entry point`, entryPoint)]
}

/** Parses `[hash]` of a user operation. */
export function parseOperationHash(method: string, [hash]: readonly unknown[]): readonly unknown[] {
  if (typeof hash === 'string' && /^0x[\da-f]{64}$/i.test(hash)) return [hash]
  throw invalidParams(`${method}: expected the hash of a user operation.`)
}
