import type { ConnectorMeta, ConnectorType } from '../../contracts/connector.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { getNamespaces, type Namespace } from '../../utils/caip.js'
import type { WalletListing } from './state.js'

/** Connector types of wallets on the page. Pairing and login connectors span namespaces by themselves. */
const joinableTypes: readonly ConnectorMeta['type'][] = ['ANNOUNCED', 'INJECTED']

/** Prefix of paired wallets among the recent connector ids. */
const recentPrefix = 'walletConnect:'

/** Connector types of installed wallets. */
const installedTypes: readonly ConnectorType[] = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN']

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
  const found = getConnectors(state, namespace).filter(({ type }) => installedTypes.includes(type))
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

/** Returns a known wallet by its id: a custom wallet, or one of the list that has been loaded. */
export function getWalletListing(modal: Modal, walletId: string): WalletListing | undefined {
  const { options, wallets } = modal[internals]
  const { featured, recommended, recent, all, search } = modal.getState().wallets
  const lists = [options.customWallets, featured, recommended, recent, search.wallets, all.wallets]
  for (const list of lists) {
    const found = list.find(({ id }) => id === walletId)
    if (found) return found
  }
  return wallets?.listings.get(walletId)
}

/**
 * Preloads the code that `connect` needs, because the user is about to choose this wallet. Sends nothing to the wallet.
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
