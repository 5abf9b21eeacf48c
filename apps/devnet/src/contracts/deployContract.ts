import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, encodeDeployData } from 'viem'
import { callRpc } from '../callRpc.js'
import { devAccount } from '../world/devAccount.js'
import type { CompiledContract } from './compileContracts.js'

export type DeployOptions = CompiledContract & {
  readonly rpcUrl: string
  readonly args?: readonly unknown[] | undefined
}

/** Puts a contract on a local chain, paid by the first development account. Resolves with its address. */
export async function deployContract({ rpcUrl, abi, bytecode, args = [] }: DeployOptions): Promise<Address> {
  const data = encodeDeployData({ abi, bytecode, args })
  const params = [{ from: devAccount(0).address, data }]
  const hash = await callRpc({ url: rpcUrl, method: 'eth_sendTransaction', params })
  // the node mines by itself, a moment after it has answered with the hash
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(5)) {
    const receipt = await callRpc({ url: rpcUrl, method: 'eth_getTransactionReceipt', params: [hash] })
    if (receipt) return readAddress(receipt as Receipt)
  }
  throw new Error(`The transaction ${String(hash)} was not mined`)
}

type Receipt = { readonly status: string; readonly contractAddress: Address }

function readAddress(receipt: Receipt): Address {
  if (receipt.status !== '0x1') throw new Error(`The contract was not made: ${JSON.stringify(receipt)}`)
  return receipt.contractAddress
}
