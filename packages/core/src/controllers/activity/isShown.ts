import type { HistoryTransaction } from '../../api/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'

/** False for a transaction of another network, and for one whose transfers are all spam. [S4.28] */
export function isShown({ metadata, transfers }: HistoryTransaction, caipNetworkId: CaipNetworkId): boolean {
  const isSpam = transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags?.is_spam === true)
  return metadata.chain === caipNetworkId && !isSpam
}
