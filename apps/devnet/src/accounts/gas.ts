import { encodeFunctionData, type Hex, hexToBytes, type PublicClient, parseAbi, parseEther, size } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { accountContracts, simulationsAddress } from './contracts.js'
import { toAccountRpcError } from './rpcServer.js'
import { type Operation, packOperation } from './userOperation.js'

/** Of the transaction around an operation, and of the entry point's own work before and after it. */
const baseGas = 21_000n

const entryPointGas = 12_000n

/** What the entry point cannot measure of an operation, as if no byte of it were zero, since what is signed later has others. */
function toPreVerificationGas(operation: Operation): bigint {
  return baseGas + entryPointGas + BigInt(size(encodeHandleOps(operation))) * 16n
}

/** The least for which an operation is included. */
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

/** What an operation may use while it is measured. */
const roomy = { callGasLimit: 10_000_000n, verificationGasLimit: 3_000_000n, paymasterVerificationGasLimit: 500_000n }

type GasEstimate = {
  readonly preVerificationGas: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
}

/**
 * Measures an operation by running it in the entry point, over which its authors' measuring code is laid for one call, whether or
 * not its account is there yet and has money. Throws AccountRpcError for one that the entry point refuses.
 */
export async function estimateGas(client: PublicClient, operation: Operation): Promise<GasEstimate> {
  const preVerificationGas = toPreVerificationGas(operation)
  // at a price of 1 what is paid is the gas itself
  const priced = { ...operation, preVerificationGas, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, ...limit(operation) }
  const { preOpGas, paid } = await simulate(client, priced)
  const { callGasLimit: room, paymasterPostOpGasLimit: postRoom = 0n } = priced
  // of what was reserved for the call and not used the entry point takes a tenth
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
    ...{ callGasLimit, verificationGasLimit },
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
