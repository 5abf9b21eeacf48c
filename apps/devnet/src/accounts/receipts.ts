import {
  type DecodeEventLogReturnType,
  decodeEventLog,
  type Hex,
  isHex,
  type PublicClient,
  type RpcLog,
  type RpcTransactionReceipt,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { accountContracts } from './contracts.js'
import { AccountRpcError } from './rpcServer.js'
import { toJson } from './userOperation.js'

type EntryPointEvent = DecodeEventLogReturnType<typeof entryPoint07Abi>

/** Finds the receipt of an operation, regardless of the bundler that included it; null if it is not mined. [ERC-7769] */
export async function findReceipt(client: PublicClient, hash: unknown): Promise<unknown> {
  const transactionHash = await findTransaction(client, hash)
  if (transactionHash === undefined) return null
  const receipt: RpcTransactionReceipt | null = await client.request({
    method: 'eth_getTransactionReceipt',
    params: [transactionHash],
  })
  if (!receipt) return null
  const events = receipt.logs.map(readEvent)
  const index = events.findIndex((event) => event?.eventName === 'UserOperationEvent' && event.args.userOpHash === hash)
  const outcome = events[index]
  if (outcome?.eventName !== 'UserOperationEvent') return null
  // the entry point emits its event right after the operation's own events
  const start = events.findLastIndex(
    (event, at) => at < index && /^(BeforeExecution|UserOperationEvent)$/.test(event?.eventName ?? ''),
  )
  const revert = events.slice(start + 1, index).find((event) => event?.eventName === 'UserOperationRevertReason')
  return toJson({
    ...outcome.args,
    entryPoint: accountContracts.entryPoint,
    logs: receipt.logs.slice(start + 1, index + 1),
    receipt,
    ...(revert?.eventName === 'UserOperationRevertReason' && { reason: revert.args.revertReason }),
  })
}

export async function findTransaction(client: PublicClient, hash: unknown): Promise<Hex | undefined> {
  if (!isHex(hash) || hash.length !== 66) throw new AccountRpcError(-32602, 'Missing user operation hash')
  const [log] = await client.getContractEvents({
    address: accountContracts.entryPoint,
    abi: entryPoint07Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: hash },
    fromBlock: 0n,
  })
  return log?.transactionHash
}

function readEvent({ address, topics, data }: RpcLog): EntryPointEvent | undefined {
  if (address.toLowerCase() !== accountContracts.entryPoint.toLowerCase()) return undefined
  try {
    return decodeEventLog({ abi: entryPoint07Abi, data, topics: topics as [Hex, ...Hex[]] })
  } catch {
    return undefined // from another version
  }
}
