import type { AdapterFeatures, Balance } from '@latchkey/core'
import type { EsploraLink } from './esplora.js'
import { readUtxos } from './readUtxos.js'

type Request = Parameters<AdapterFeatures['balance:read']>[0]

/**
 * What the address can spend, in sats. What is still on its way into a block counts, as wallets count it: who has just
 * paid sees the rest, and not that the whole coin is gone until the next block.
 */
export async function readBalance(link: EsploraLink, { account, network, signal }: Request): Promise<Balance> {
  const utxos = await readUtxos(link, { network, address: account.address, signal })
  const { decimals, symbol } = network.nativeCurrency
  return { value: utxos.reduce((sum, { sats }) => sum + sats, 0n), decimals, symbol }
}
