import type { ConnectorMeta, ConnectorType } from '../../contracts/connector.js'
import type { ConnectorKind } from '../../modal/features.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { getNamespaces, type Namespace } from '../../utils/caip.js'
import { type WalletListing, walletLimits } from './state.js'

/** Connector types of wallets on the page. Pairing and login connectors span namespaces by themselves. */
const joinableTypes: readonly ConnectorMeta['type'][] = ['ANNOUNCED', 'INJECTED']

/** Prefix of paired wallets among the recent connector ids. */
const recentPrefix = 'walletConnect:'

/** Connector types of installed wallets. */
const installedTypes: readonly ConnectorType[] = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN']

/** Whether a connector is a wallet of this browser. */
export function isInstalled({ type }: ConnectorMeta): boolean {
  return installedTypes.includes(type)
}

/** The properties by which connectors and wallets of the list are matched. */
type WalletClaim = { readonly name?: string | undefined; readonly rdns?: string | undefined }

/**
 * Returns the connectors, combining those of one wallet in several namespaces into a `MULTI_CHAIN` connector. Wallets
 * are matched by name, the only property that EIP-6963, Wallet Standard and injected objects share. Of two wallets with
 * the same name in one namespace, only the first is combined. With `namespace`, nothing is combined.
 */
export function getConnectors(
  { connectors }: Pick<ModalState, 'connectors'>,
  namespace?: Namespace | undefined,
): readonly ConnectorMeta[] {
  if (namespace) return connectors.filter(({ namespaces }) => namespaces.includes(namespace))
  const groups = new Map<string, ConnectorMeta[]>()
  for (const meta of connectors) {
    const key = joinableTypes.includes(meta.type) ? toWalletKey(meta.name) : meta.id
    const group = groups.get(key)
    const isSeparate = group?.every(({ namespaces }) => namespaces.every((taken) => !meta.namespaces.includes(taken)))
    if (group && isSeparate) group.push(meta)
    else groups.set(group ? `${key} ${meta.id}` : key, [meta])
  }
  return [...groups].flatMap(([key, group]) => (group.length > 1 ? join(key, group) : group))
}

/** Returns the ids of the connectors that a connector combines, or its own id. */
export function getJoinedConnectorIds({ id, connectorIds }: ConnectorMeta): readonly string[] {
  return connectorIds ? Object.values(connectorIds) : [id]
}

/** Returns the id of a paired wallet among the recent connector ids. */
export function toRecentId(walletId: string): string {
  return `${recentPrefix}${walletId}`
}

/** Returns the ids of recently paired wallets of the list, newest first, at most two. [S9.3] */
export function getRecentWalletIds({ recentConnectorIds }: Pick<ModalState, 'recentConnectorIds'>): readonly string[] {
  return recentConnectorIds.filter((id) => id.startsWith(recentPrefix)).map((id) => id.slice(recentPrefix.length))
}

/** Returns the connector of a wallet of the list if it is installed, in one namespace or in any. */
export function getInstalled(
  state: Pick<ModalState, 'connectors'>,
  wallet: WalletClaim,
  namespace?: Namespace | undefined,
): ConnectorMeta | undefined {
  const found = getConnectors(state, namespace).filter(isInstalled)
  // a name is weaker evidence than a reverse domain name
  return found.find(({ rdns }) => rdns !== undefined && rdns === wallet.rdns) ?? found.find(toWalletMatch([wallet]))
}

/**
 * Returns a predicate that matches connectors or wallets with the same reverse domain name or the same name as one of
 * these wallets.
 */
export function toWalletMatch(wallets: readonly WalletClaim[]): (claim: WalletClaim) => boolean {
  const domains = new Set(wallets.flatMap(({ rdns }) => rdns ?? []))
  const names = new Set(wallets.flatMap(({ name }) => (name === undefined ? [] : toWalletKey(name))))
  return ({ name, rdns }) =>
    (rdns !== undefined && domains.has(rdns)) || (names.size > 0 && name !== undefined && names.has(toWalletKey(name)))
}

function join(key: string, parts: readonly ConnectorMeta[]): ConnectorMeta {
  const [first] = parts
  if (!first) throw new Error('A MULTI_CHAIN connector needs at least one connector.')
  const connectorIds: { [namespace: string]: string } = {}
  for (const { id, namespaces } of parts) for (const namespace of namespaces) connectorIds[namespace] ??= id
  const [head = first.namespaces[0], ...rest] = getNamespaces(connectorIds)
  return {
    id: `multi:${key}`,
    type: 'MULTI_CHAIN',
    name: first.name,
    icon: parts.find(({ icon }) => icon)?.icon,
    rdns: parts.find(({ rdns }) => rdns)?.rdns,
    namespaces: [head, ...rest],
    connectorIds,
  }
}

/** Normalizes a wallet's name for comparison: some add "Wallet" in one place only. */
function toWalletKey(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s+wallet$/, '')
}

/** Returns a known wallet by its id or reverse domain name: a custom one, or one of the list that has been loaded. */
export function getWalletListing(modal: Modal, walletId: string): WalletListing | undefined {
  const { options, wallets } = modal[internals]
  const { featured, grouped, recommended, recent, all, search } = modal.getState().wallets
  const lists = [options.customWallets, featured, grouped, recommended, recent, search.wallets, all.wallets]
  for (const list of lists) {
    const found = list.find(({ id, rdns }) => id === walletId || rdns === walletId)
    if (found) return found
  }
  return wallets?.listings.get(walletId)
}

/**
 * Loads and warms up the code that `connect` needs, because the user is about to choose this wallet. Sends nothing to the
 * wallet.
 */
export function prepareConnect(modal: Modal, { connectorId }: { readonly connectorId: string }): void {
  const { connectors, warn } = modal[internals]
  const joined = getConnectors(modal.getState()).find(({ id }) => id === connectorId)
  try {
    for (const id of joined ? getJoinedConnectorIds(joined) : [connectorId]) connectors.get(id)?.prepare?.()
  } catch (cause) {
    warn(cause) // connecting reports the error
  }
}

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
  const { featured, grouped, recommended, recent, all, search } = state.wallets
  const shownNamespaces = namespace ? [namespace] : getNamespaces(state.namespaces)
  const known = [...customWallets, ...recent, ...featured, ...recommended, ...all.wallets, ...search.wallets]
  const recentWallets = getRecentWalletIds(state).flatMap((id) => known.find((wallet) => wallet.id === id) ?? [])
  const blocks: readonly (readonly [ConnectorKind, readonly WalletListing[]])[] = [
    ['recent', recentWallets],
    ['featured', [...grouped, ...featured]],
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
