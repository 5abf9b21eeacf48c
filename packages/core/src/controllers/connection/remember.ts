import { internals, type Modal } from '../../modal.js'
import { getConnectors, getPartIds } from '../wallets/getConnectors.js'
import { toRecentId } from '../wallets/getRecentWalletIds.js'
import { hasSession } from './hasSession.js'

/** How many wallets count as recent. [S9.3] */
const recentCount = 2

/**
 * Remembers that a wallet was used: it is a recent one, and not one that the visitor left. Of a connector that reaches many
 * wallets it is the wallet that counts; see {@link rememberWallet}.
 */
export function remember(modal: Modal, connectorId: string): void {
  // one wallet counts once, on however many chains
  const wallet = getConnectors(modal.getState())
    .map(getPartIds)
    .find((ids) => ids.includes(connectorId)) ?? [connectorId]
  write(modal, hasSession(modal, connectorId) ? [] : [connectorId], { isSame: wallet, isBack: connectorId })
}

/** Remembers the wallet of the list that was paired with. */
export function rememberWallet(modal: Modal, walletId: string): void {
  const id = toRecentId(walletId)
  write(modal, [id], { isSame: [id] })
}

type Changes = { readonly isSame: readonly string[]; readonly isBack?: string | undefined }

function write(modal: Modal, ids: readonly string[], { isSame, isBack }: Changes): void {
  const { persistence, store } = modal[internals]
  persistence.update((data) => ({
    ...data,
    disconnectedConnectorIds: data.disconnectedConnectorIds.filter((id) => id !== isBack),
    recentConnectorIds: [...ids, ...data.recentConnectorIds.filter((id) => !isSame.includes(id))].slice(0, recentCount),
  }))
  const { recentConnectorIds } = persistence.read()
  store.setState((state) => ({ ...state, recentConnectorIds }))
}
