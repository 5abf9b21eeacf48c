import { type Address, toHex } from 'viem'
import { callRpc } from './callRpc.js'

/** Sets the balance of an account, in wei. For a local chain only: it asks no key and moves no coins. */
export async function fundAccount(rpcUrl: string, address: Address, wei: bigint): Promise<void> {
  await callRpc({ url: rpcUrl, method: 'anvil_setBalance', params: [address, toHex(wei)] })
}
