import type { ConnectorMeta } from '../../contracts/connector.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { Namespace } from '../../utils/caip.js'
import {
  getConnectors,
  getInstalled,
  getJoinedConnectorIds,
  getWalletListing,
  toWalletMatch,
  type WalletRow,
} from './connectors.js'
import type { WalletListing } from './state.js'

/** Items of the wallet list below a heading of `walletGroups`; without a name, the other ones. */
export type WalletRowGroup = { readonly name?: string | undefined; readonly rows: readonly WalletRow[] }

/** Divides the wallet list by the option `walletGroups`, in its order. The other items come last. */
export function groupWalletRows(modal: Modal, rows: readonly WalletRow[]): readonly WalletRowGroup[] {
  const { walletGroups = [] } = modal[internals].options
  const left = [...rows]
  const take = (walletId: string): readonly WalletRow[] => {
    const index = left.findIndex((row) => isRowOf(modal, row, walletId))
    return index < 0 ? [] : left.splice(index, 1)
  }
  const groups = walletGroups.map(({ name, wallets }) => ({ name, rows: wallets.flatMap(take) }))
  return [...groups, { rows: left }].filter((group) => group.rows.length > 0)
}

/** Whether an item has this id: that of its connector or in the list, or its reverse domain name. */
function isRowOf(modal: Modal, { connector, wallet }: WalletRow, walletId: string): boolean {
  if (!connector) return wallet.id === walletId || wallet.rdns === walletId
  if (isConnectorOf(connector, walletId)) return true
  const listed = getWalletListing(modal, walletId)
  return listed !== undefined && toWalletMatch([listed])(connector)
}

function isConnectorOf(connector: ConnectorMeta, walletId: string): boolean {
  return [connector.id, connector.rdns, ...getJoinedConnectorIds(connector)].includes(walletId)
}

/** A wallet of this browser, or one of the list to pair with. */
export type FoundWallet = {
  readonly connector?: ConnectorMeta | undefined
  readonly wallet?: WalletListing | undefined
}

/**
 * Finds a wallet by the id of its connector or in the list, or by its reverse domain name. A wallet that is not
 * installed is found once it is known from the list, and only if it can be paired.
 */
export function findWallet(modal: Modal, walletId: string, namespace?: Namespace | undefined): FoundWallet | undefined {
  const state = modal.getState()
  const connectors = getConnectors(state, namespace)
  const wallet = getWalletListing(modal, walletId)
  const connector =
    connectors.find((candidate) => isConnectorOf(candidate, walletId)) ??
    (wallet && getInstalled(state, wallet, namespace))
  if (connector) return { connector }
  const canPair =
    modal[internals].options.enableWalletConnect && connectors.some(({ type }) => type === 'WALLET_CONNECT')
  return wallet && canPair ? { wallet } : undefined
}
