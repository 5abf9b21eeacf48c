import { encodeFunctionData, type Hex, hexToBytes, type PublicClient, parseAbi, parseEther, size } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { accountContracts, simulationsAddress } from './contracts.js'
import { toAccountRpcError } from './rpcServer.js'
import { type Operation, packOperation } from './userOperation.js'

/** Gas of the surrounding transaction, and of the entry point's overhead. */
const baseGas = 21_000n

const entryPointGas = 12_000n

/** Gas that the entry point can't measure. Counts every byte as non-zero, because the signature is not known yet. */
function toPreVerificationGas(operation: Operation): bigint {
  return baseGas + entryPointGas + BigInt(size(encodeHandleOps(operation))) * 16n
}

/** The minimum for an operation to be included. */
export function toMinPreVerificationGas(operation: Operation): bigint {
  const bytes = hexToBytes(encodeHandleOps(operation))
  return baseGas + bytes.reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 0n)
}

function encodeHandleOps(operation: Operation): Hex {
  const packed = packOperation({ ...operation, preVerificationGas: 100_000n })
  const args = [[packed], accountContracts.entryPoint] as const
  return encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args })
}

const simulations = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function simulateHandleOp(PackedUserOperation op, address target, bytes targetCallData) returns ((uint256 preOpGas, uint256 paid, uint256 accountValidationData, uint256 paymasterValidationData, bool targetSuccess, bytes targetResult))',
])

/** Gas limit during simulation. */
const roomy = { callGasLimit: 10_000_000n, verificationGasLimit: 3_000_000n, paymasterVerificationGasLimit: 500_000n }

type GasEstimate = {
  readonly preVerificationGas: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
}

/**
 * Estimates an operation's gas by running it in the entry point with its authors' simulation code (state override), whether or not its
 * account is deployed and funded. Throws AccountRpcError if the entry point rejects it.
 */
export async function estimateGas(client: PublicClient, operation: Operation): Promise<GasEstimate> {
  const preVerificationGas = toPreVerificationGas(operation)
  // at a gas price of 1, the payment equals the gas
  const priced = { ...operation, preVerificationGas, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, ...limit(operation) }
  const { preOpGas, paid } = await simulate(client, priced)
  const { callGasLimit: room, paymasterPostOpGasLimit: postRoom = 0n } = priced
  // the entry point charges a tenth of the unused call gas
  const used = ((paid - preOpGas) * 10n - (room + postRoom)) / 9n
  const verification = preOpGas - preVerificationGas - (operation.paymaster ? 30_000n : 0n)
  return {
    preVerificationGas,
    verificationGasLimit: (verification * 13n) / 10n + 10_000n,
    callGasLimit: ((used > 0n ? used : 0n) * 13n) / 10n + 20_000n,
  }
}

function limit({ paymaster, paymasterVerificationGasLimit, paymasterPostOpGasLimit }: Operation): Partial<Operation> {
  const { callGasLimit, verificationGasLimit } = roomy
  if (!paymaster) return { callGasLimit, verificationGasLimit }
  return {
    callGasLimit,
    verificationGasLimit,
    paymasterVerificationGasLimit: paymasterVerificationGasLimit ?? roomy.paymasterVerificationGasLimit,
    paymasterPostOpGasLimit: paymasterPostOpGasLimit ?? 0n,
  }
}

async function simulate(
  client: PublicClient,
  operation: Operation,
): Promise<{ readonly preOpGas: bigint; readonly paid: bigint }> {
  const code = await client.getCode({ address: simulationsAddress })
  if (!code) throw new Error('This chain has no world with accounts')
  try {
    const { result } = await client.simulateContract({
      address: accountContracts.entryPoint,
      abi: simulations,
      functionName: 'simulateHandleOp',
      args: [packOperation(operation), accountContracts.entryPoint, '0x'],
      stateOverride: [
        { address: accountContracts.entryPoint, code },
        ...(operation.paymaster ? [] : [{ address: operation.sender, balance: parseEther('1000') }]),
      ],
      gas: 25_000_000n,
    })
    return result
  } catch (cause) {
    throw toAccountRpcError(cause)
  }
}
