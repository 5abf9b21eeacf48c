import {
  type Address,
  concat,
  encodeFunctionData,
  type HDAccount,
  type Hex,
  type PublicClient,
  pad,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { accountContracts } from '../contracts.js'
import type { Operation } from '../userOperation.js'

const abi = parseAbi([
  'function enableModules(address[] modules)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 salt) returns (address)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
])
const { safe4337Module: module, safeModuleSetup, safe, proxyFactory, entryPoint } = accountContracts

type SafeCall = { readonly to: Address; readonly value?: bigint | undefined; readonly data?: Hex | undefined }

/** `validAfter` and `validUntil`, each a uint48: valid at any time. */
const noTimeLimits = pad('0x', { size: 12 })

/** A signature of the right length, for estimates. */
const placeholder: Hex = `0x${'ec'.repeat(64)}1b`

/**
 * Creates operations of a Safe with one owner; the first one deploys it. Written from Safe's documentation, independently of the
 * adapters' code.
 */
export async function createSafe(
  client: PublicClient,
  { owner, salt }: { readonly owner: HDAccount; readonly salt: bigint },
): Promise<{
  readonly address: Address
  toOperation(call: SafeCall): Promise<Operation>
  sign(operation: Operation): Promise<Operation>
}> {
  const enable = encodeFunctionData({ abi, functionName: 'enableModules', args: [[module]] })
  const initializer = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [[owner.address], 1n, safeModuleSetup, enable, module, zeroAddress, 0n, zeroAddress],
  })
  const args = [safe, initializer, salt] as const
  const { result: address } = await client.simulateContract({
    address: proxyFactory,
    abi,
    functionName: 'createProxyWithNonce',
    args,
  })
  return {
    address,
    async toOperation({ to, value = 0n, data = '0x' }) {
      const isDeployed = (await client.getCode({ address })) !== undefined
      const nonce = await client.readContract({
        address: entryPoint,
        abi: entryPoint07Abi,
        functionName: 'getNonce',
        args: [address, 0n],
      })
      const factoryData = encodeFunctionData({ abi, functionName: 'createProxyWithNonce', args })
      return {
        sender: address,
        nonce,
        ...(!isDeployed && { factory: proxyFactory, factoryData }),
        callData: encodeFunctionData({ abi, functionName: 'executeUserOp', args: [to, value, data, 0] }),
        callGasLimit: 0n,
        verificationGasLimit: 0n,
        preVerificationGas: 0n,
        maxFeePerGas: 3_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        signature: concat([noTimeLimits, placeholder]),
      }
    },
    async sign(operation) {
      const { initCode, paymasterAndData } = toPackedUserOperation(operation)
      const signature = await owner.signTypedData({
        domain: { chainId: await client.getChainId(), verifyingContract: module },
        types: { SafeOp: safeOp },
        primaryType: 'SafeOp',
        message: {
          ...operation,
          safe: address,
          initCode,
          paymasterAndData,
          validAfter: 0,
          validUntil: 0,
          entryPoint,
        },
      })
      return { ...operation, signature: concat([noTimeLimits, signature]) }
    },
  }
}

const safeOp = [
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
] as const

/** The JSON that clients send. */
export function toWire(operation: Operation): object {
  return Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [name, typeof value === 'bigint' ? toHex(value) : value]),
  )
}
