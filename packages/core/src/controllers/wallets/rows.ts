import type { ConnectorMeta, ConnectorType } from '../../contracts/connector.js'
import type { ConnectorKind } from '../../modal/features.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getNamespaces, type Namespace } from '../../utils/caip.js'
import { getConnectors, getJoinedConnectorIds, getRecentWalletIds, toRecentId, toWalletMatch } from './connectors.js'
import { type WalletListing, walletLimits } from './state.js'

/** A wallet list item of the Connect view: a connector, or a wallet of the list that is connected by pairing. */
export type WalletRow =
  | { readonly kind: ConnectorKind; readonly connector: ConnectorMeta; readonly wallet?: undefined }
  | { readonly kind: ConnectorKind; readonly wallet: WalletListing; readonly connector?: undefined }

/** The block of each connector type; logins aren't wallets and have their own blocks. */
const kinds: { readonly [type in ConnectorType]: ConnectorKind | undefined } = {
  AUTH: undefined,
  WALLET_CONNECT: 'walletConnect',
  INJECTED: 'injected',
  ANNOUNCED: 'injected',
  MULTI_CHAIN: 'injected',
  EXTERNAL: 'external',
}

/**
 * Returns the wallets that can be connected, one item each, block by block in the order of `connectorTypeOrder`
 * [S2.17]. Recently used ones are `recent`, newest first. Blocks that the order doesn't name come last. An installed
 * wallet of the list only has the item of its connector. Without a pairing connector, wallets of the list have no
 * items. Wallets that the app excludes aren't offered, even if installed [S5.24].
 */
export function getWalletRows(modal: Modal, namespace?: Namespace | undefined): readonly WalletRow[] {
  const state = modal.getState()
  const { enableWalletConnect, excludeWalletIds = [] } = modal[internals].options
  const { recentConnectorIds: recent, features, wallets } = state
  const order = features.connectorTypeOrder
  const toRank = (kind: ConnectorKind): number => (order.includes(kind) ? order.indexOf(kind) : order.length)
  const toAge = (ids: readonly string[]): number =>
    Math.min(...ids.map((id) => (recent.includes(id) ? recent.indexOf(id) : Infinity)))

  // matched by the names that the list has for the ids, or by rdns, which needs no list
  const isExcluded = toWalletMatch([...wallets.excluded, ...excludeWalletIds.map((rdns) => ({ rdns }))])
  const connectors = getConnectors(state, namespace).filter(
    (connector) => (enableWalletConnect || connector.type !== 'WALLET_CONNECT') && !isExcluded(connector),
  )
  const own = connectors.flatMap((connector): readonly WalletRow[] => {
    const kind = kinds[connector.type]
    if (!kind) return []
    const isRecent = kind !== 'walletConnect' && toAge(getJoinedConnectorIds(connector)) < Infinity
    return [{ kind: isRecent ? 'recent' : kind, connector }]
  })
  const canPair = connectors.some(({ type }) => type === 'WALLET_CONNECT')
  const listed = canPair ? toListed(modal, namespace, connectors) : []
  const toRecency = ({ kind, connector, wallet }: WalletRow): number =>
    kind === 'recent' ? toAge(connector ? getJoinedConnectorIds(connector) : [toRecentId(wallet.id)]) : 0
  return [...own, ...listed].toSorted((a, b) => toRank(a.kind) - toRank(b.kind) || toRecency(a) - toRecency(b))
}

/**
 * Returns the items of listed and custom wallets, each in the first block that includes it. Featured wallets reduce the
 * number of recommended ones, so that the list stays short.
 */
function toListed(
  modal: Modal,
  namespace: Namespace | undefined,
  connectors: readonly ConnectorMeta[],
): readonly WalletRow[] {
  const state = modal.getState()
  const { customWallets, includeWalletIds, excludeWalletIds = [] } = modal[internals].options
  const { featured, recommended, recent, all, search } = state.wallets
  const shownNamespaces = namespace ? [namespace] : getNamespaces(state.namespaces)
  const known = [...customWallets, ...recent, ...featured, ...recommended, ...all.wallets, ...search.wallets]
  const recentWallets = getRecentWalletIds(state).flatMap((id) => known.find((wallet) => wallet.id === id) ?? [])
  const blocks: readonly (readonly [ConnectorKind, readonly WalletListing[]])[] = [
    ['recent', recentWallets],
    ['featured', featured],
    ['custom', customWallets],
    ['recommended', recommended],
  ]
  const isInstalled = toWalletMatch(connectors)
  const isOffered = (wallet: WalletListing): boolean =>
    !excludeWalletIds.includes(wallet.id) &&
    (!includeWalletIds || includeWalletIds.includes(wallet.id) || customWallets.includes(wallet)) &&
    (!wallet.chains || shownNamespaces.some((name) => wallet.chains?.some((chain) => chain.startsWith(`${name}:`)))) &&
    !isInstalled(wallet)
  const shown = new Map<string, WalletRow>()
  for (const [kind, wallets] of blocks)
    for (const wallet of wallets) if (!shown.has(wallet.id) && isOffered(wallet)) shown.set(wallet.id, { kind, wallet })
  const rows = [...shown.values()]
  const room = walletLimits.recommended - rows.filter(({ kind }) => kind === 'featured').length
  const last = rows.filter(({ kind }) => kind === 'recommended').slice(0, Math.max(0, room))
  return [...rows.filter(({ kind }) => kind !== 'recommended'), ...last]
}
