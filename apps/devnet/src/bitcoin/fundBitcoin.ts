/**
 * Sends coins of the miner to an address and confirms them; the id of the transaction. Takes satoshis. For the local
 * network only, from any process: it asks no key.
 */
export async function fundBitcoin(esploraUrl: string, address: string, sats: number): Promise<string> {
  const response = await fetch(`${esploraUrl}/dev/fund/${address}/${sats}`, { method: 'POST' })
  const answer = await response.text()
  if (!response.ok) throw new Error(`Funding ${address} failed: ${answer}`)
  return answer
}
