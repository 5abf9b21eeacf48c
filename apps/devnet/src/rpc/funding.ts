import { type Address, toHex } from 'viem'
import { callRpc } from './callRpc.js'

/** Sets the balance of an account, in wei. For local chains only: it needs no key. */
export async function fundAccount(rpcUrl: string, address: Address, wei: bigint): Promise<void> {
  await callRpc({ url: rpcUrl, method: 'anvil_setBalance', params: [address, toHex(wei)] })
}

/** Airdrops lamports and returns the signature of the transaction. For the local network only. */
export async function fundSolana(rpcUrl: string, address: string, lamports: number): Promise<string> {
  return String(await callRpc({ url: rpcUrl, method: 'requestAirdrop', params: [address, lamports] }))
}

export type SolanaTokenGift = {
  /** Address of the mint. */
  readonly mint: string
  readonly owner: string
  /** In the smallest unit. */
  readonly amount: bigint
}

/** Mints SPL tokens to an account. For the local network only. */
export async function fundSolanaToken(rpcUrl: string, { mint, owner, amount }: SolanaTokenGift): Promise<void> {
  await callRpc({ url: rpcUrl, method: 'devnet_giveTokens', params: [mint, owner, amount.toString()] })
}

/**
 * Sends satoshis of the miner to an address, confirms them and returns the transaction id. For the local network only; works from any
 * process and needs no key.
 */
export async function fundBitcoin(esploraUrl: string, address: string, sats: number): Promise<string> {
  const response = await fetch(`${esploraUrl}/dev/fund/${address}/${sats}`, { method: 'POST' })
  const answer = await response.text()
  if (!response.ok) throw new Error(`Funding ${address} failed: ${answer}`)
  return answer
}
