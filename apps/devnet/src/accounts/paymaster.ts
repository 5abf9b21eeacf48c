import { concat, createPublicClient, encodeAbiParameters, type Hex, http, pad, parseAbi, size, toHex } from 'viem'
import { devAccount } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import type { AccountChain } from './bundler.js'
import { paymasterAddress, paymasterSignerIndex } from './contracts.js'
import { AccountRpcError, type RpcMethods, type ServedCall, serveChains } from './rpcServer.js'
import { type Operation, packOperation, parseOperation } from './userOperation.js'

export type StartPaymasterOptions = {
  readonly chains: readonly AccountChain[]
  /** Preferred port. Default, or if it is busy: a free one. */
  readonly port?: number | undefined
}

export type RunningPaymaster = {
  readonly port: number
  readonly toUrl: (chainId: number) => string
  readonly calls: readonly ServedCall[]
  /** Refuses to pay with this message; undefined pays again. */
  readonly refuse: (reason: string | undefined) => void
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

const contract = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function getHash(PackedUserOperation op, uint48 validUntil, uint48 validAfter) view returns (bytes32)',
])

/** Gas to verify one signature, with a margin. */
const limits = { paymasterVerificationGasLimit: toHex(80_000), paymasterPostOpGasLimit: toHex(1) }

/** Seconds for which a signed promise to pay is valid. */
const validFor = 600n

/** Starts a verifying paymaster that pays for every operation on the local chains. [ERC-7677] */
export async function startPaymaster({ chains, port = 0 }: StartPaymasterOptions): Promise<RunningPaymaster> {
  const signer = devAccount(paymasterSignerIndex)
  let refusal: string | undefined

  function read(chainId: number, [operation, entryPoint, named]: readonly unknown[]): Operation {
    if (refusal !== undefined) throw new AccountRpcError(-32000, refusal)
    if (Number(named) !== chainId) throw new AccountRpcError(-32602, 'This paymaster serves another chain')
    return parseOperation([operation, entryPoint], { isPartial: true })
  }

  const createMethods = ({ id, rpcUrl }: AccountChain): RpcMethods => {
    const client = createPublicClient({ transport: http(rpcUrl) })
    const sponsor = { name: 'Latchkey devnet' }
    return {
      pm_getPaymasterStubData: async (params) => {
        read(id, params)
        // a signature of other data: the contract reverts without any
        const signature = await signer.signMessage({ message: 'stub' })
        const paymasterData = toData({ validUntil: 2n ** 48n - 1n, signature })
        return { sponsor, paymaster: paymasterAddress, paymasterData, ...limits, isFinal: false }
      },
      pm_getPaymasterData: async (params) => {
        const operation = read(id, params)
        const { timestamp } = await client.getBlock()
        // an idle chain's latest block is old; a chain whose clock was moved is ahead
        const now = BigInt(Math.floor(Date.now() / 1_000))
        const validUntil = (timestamp > now ? timestamp : now) + validFor
        // the contract reads only the gas limits of its own part, which come first
        const draft = {
          ...operation,
          paymaster: paymasterAddress,
          paymasterVerificationGasLimit:
            operation.paymasterVerificationGasLimit ?? BigInt(limits.paymasterVerificationGasLimit),
          paymasterPostOpGasLimit: operation.paymasterPostOpGasLimit ?? BigInt(limits.paymasterPostOpGasLimit),
          paymasterData: pad('0x', { size: 129 }),
        }
        const hash = await client.readContract({
          address: paymasterAddress,
          abi: contract,
          functionName: 'getHash',
          args: [packOperation(draft), Number(validUntil), 0],
        })
        const signature = await signer.signMessage({ message: { raw: hash } })
        return { paymaster: paymasterAddress, paymasterData: toData({ validUntil, signature }) }
      },
    }
  }

  for (const { rpcUrl } of chains) {
    const code = await callRpc({ url: rpcUrl, method: 'eth_getCode', params: [paymasterAddress, 'latest'] })
    if (size(code as Hex) === 0) throw new Error('This chain has no world with accounts')
  }
  const served = await serveChains(new Map(chains.map((chain) => [chain.id, createMethods(chain)])), port)
  return {
    port: served.port,
    toUrl: (chainId) => `${served.url}/${chainId}`,
    calls: served.calls,
    refuse: (reason) => {
      refusal = reason
    },
    stop: served.close,
  }
}

function toData({ validUntil, signature }: { readonly validUntil: bigint; readonly signature: Hex }): Hex {
  const times = encodeAbiParameters([{ type: 'uint48' }, { type: 'uint48' }], [Number(validUntil), 0])
  return concat([times, signature])
}
