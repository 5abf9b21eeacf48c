import { isRecord, type Network } from '@latchkey/core'
import { type EsploraLink, readEsplora } from './esplora.js'

/** Sats per virtual byte; more is a mistake of a node, not a fee. */
const most = 2_000

/** What nodes estimate for a place within the next six blocks, at least what they relay: 1 sat per virtual byte. */
export async function readFeeRate(
  link: EsploraLink,
  { network, signal }: { readonly network: Network; readonly signal: AbortSignal },
): Promise<number> {
  const estimates = await readEsplora(link, { network, path: '/fee-estimates', signal })
  const rates = isRecord(estimates) ? ['6', '5', '4', '3', '2', '1'].map((target) => estimates[target]) : []
  const rate = rates.find((value) => typeof value === 'number' && value > 0 && value <= most)
  return Math.max(1, (rate as number | undefined) ?? 1)
}
