import { encodeFunctionData, type Hex, hexToBytes, size } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { accountContracts } from './accountContracts.js'
import { type Operation, packOperation } from './userOperation.js'

/** Of the transaction around an operation, and of the entry point's own work before and after it. */
const base = 21_000n
const work = 12_000n

/** What the entry point cannot measure of an operation, as if no byte of it were zero, since what is signed later has others. */
export function toPreVerificationGas(operation: Operation): bigint {
  return base + work + BigInt(size(encode(operation))) * 16n
}

/** The least for which an operation is included. */
export function toLeastPreVerificationGas(operation: Operation): bigint {
  const bytes = hexToBytes(encode(operation))
  return base + bytes.reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 0n)
}

function encode(operation: Operation): Hex {
  const packed = packOperation({ ...operation, preVerificationGas: 100_000n })
  const args = [[packed], accountContracts.entryPoint] as const
  return encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args })
}
