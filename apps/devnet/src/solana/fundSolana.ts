import { callRpc } from '../callRpc.js'

/** Sends lamports out of nothing to an account; the signature of the transaction. For the local network only. */
export async function fundSolana(rpcUrl: string, address: string, lamports: number): Promise<string> {
  return String(await callRpc({ url: rpcUrl, method: 'requestAirdrop', params: [address, lamports] }))
}
