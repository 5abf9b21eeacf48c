import { z } from 'zod'
import type { ServedChain } from '../chains/createChainBook.js'
import type { Order } from '../onramp/orders.js'

const statuses = z.object({
  value: z.array(z.object({ err: z.unknown(), confirmationStatus: z.string().nullish() }).nullable()),
})

/** Asks the faucet of a test network; the signature of its transaction. Never to be asked twice for an order. */
export async function requestAirdrop(
  { node }: ServedChain,
  { address, amount }: Order,
  signal: AbortSignal,
): Promise<string> {
  const lamports = Number(amount)
  if (!Number.isSafeInteger(lamports)) throw new RangeError('That is more than a faucet can give.')
  return z.string().parse(await node.call({ method: 'requestAirdrop', params: [address, lamports], signal }))
}

/** Whether it went well, or undefined while it is not confirmed. */
export async function findSolanaOutcome(
  { node }: ServedChain,
  hash: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const reply = await node.call({ method: 'getSignatureStatuses', params: [[hash]], signal })
  const [status] = statuses.parse(reply).value
  if (!status || !['confirmed', 'finalized'].includes(status.confirmationStatus ?? '')) return undefined
  return status.err === null
}
