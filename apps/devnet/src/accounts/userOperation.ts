import { type Address, type Hex, isAddress, isHex, numberToHex } from 'viem'
import { toPackedUserOperation, type UserOperation } from 'viem/account-abstraction'
import { accountContracts } from './contracts.js'
import { AccountRpcError } from './rpcServer.js'

/** A user operation of entry point 0.7. */
export type Operation = UserOperation<'0.7'>

type PackedOperation = ReturnType<typeof toPackedUserOperation>

const numbers = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const

const bytes = ['callData', 'factoryData', 'paymasterData', 'signature'] as const

const addresses = ['sender', 'factory', 'paymaster'] as const

/** Gas limits before the estimate. */
const unset = { callGasLimit: '0x0', verificationGasLimit: '0x0', preVerificationGas: '0x0' }

/**
 * Parses an operation and its entry point. `isPartial`: an operation to estimate has no limits yet, and may lack fees. Throws
 * AccountRpcError with the invalid field.
 */
export function parseOperation(
  [given, entryPoint]: readonly unknown[],
  { isPartial = false }: { readonly isPartial?: boolean } = {},
): Operation {
  if (typeof entryPoint !== 'string' || entryPoint.toLowerCase() !== accountContracts.entryPoint.toLowerCase())
    throw new AccountRpcError(-32602, 'The entry point is not supported')
  if (typeof given !== 'object' || given === null) throw new AccountRpcError(-32602, 'Missing user operation')
  const fees = { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0', signature: '0x' }
  const fields: Record<string, unknown> = { ...(isPartial && { ...unset, ...fees }), ...withoutNull(given) }
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) read[name] = readField(name, value)
  for (const name of ['sender', 'callData', 'signature', ...numbers.slice(0, 6)])
    if (read[name] === undefined) throw new AccountRpcError(-32602, `The operation has no ${name}`)
  return read as Operation
}

function withoutNull(given: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
}

function readField(name: string, value: unknown): bigint | Hex | Address | undefined {
  if (isOneOf(numbers, name) && isHex(value) && value.length > 2) return BigInt(value)
  if (isOneOf(bytes, name) && isHex(value) && value.length % 2 === 0) return value
  if (isOneOf(addresses, name) && isAddress(String(value), { strict: false })) return value as Address
  throw new AccountRpcError(-32602, `The operation has a wrong ${name}`)
}

function isOneOf<name extends string>(names: readonly name[], name: string): name is name {
  return names.includes(name as name)
}

/** The packed form for the entry point. */
export function packOperation(operation: Operation): PackedOperation {
  return toPackedUserOperation(operation)
}

/** Formats numbers as JSON-RPC quantities. */
export function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? numberToHex(one) : one)))
}
