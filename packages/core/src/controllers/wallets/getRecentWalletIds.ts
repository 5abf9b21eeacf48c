import type { ModalState } from '../../modal.js'

/** Of the connector that pairs: what it remembers are the wallets behind it. */
const prefix = 'walletConnect:'

/** A wallet of the list that was paired with, among the ids of connectors used lately. */
export function toRecentId(walletId: string): string {
  return `${prefix}${walletId}`
}

/** The wallets of the list that were paired with lately, newest first, two at most. [S9.3] */
export function getRecentWalletIds({ recentConnectorIds }: Pick<ModalState, 'recentConnectorIds'>): readonly string[] {
  return recentConnectorIds.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length))
}
