import type { ConnectorMeta, ConnectorType } from '../../contracts/connector.js'
import type { ModalState } from '../../modal/modal.js'
import { isNamespace, type Namespace } from '../../utils/caip.js'

/** Wallets of the page. Pairings and logins reach several chain families by themselves. */
const joinableTypes: readonly ConnectorMeta['type'][] = ['ANNOUNCED', 'INJECTED']

/**
 * The connectors, those of one wallet on several chain families as one `MULTI_CHAIN` connector. A wallet is known by its
 * name, the only thing that EIP-6963, Wallet Standard and injected objects have in common. Two of one name in the same
 * family stay two: only the first of each is joined. For one chain family every wallet stands for itself.
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
    const isFree = group?.every(({ namespaces }) => namespaces.every((taken) => !meta.namespaces.includes(taken)))
    if (group && isFree) group.push(meta)
    else groups.set(group ? `${key} ${meta.id}` : key, [meta])
  }
  return [...groups].flatMap(([key, group]) => (group.length > 1 ? join(key, group) : group))
}

/** The connectors that one row stands for, itself where it is not joined. */
export function getPartIds({ id, connectorIds }: ConnectorMeta): readonly string[] {
  return connectorIds ? Object.values(connectorIds) : [id]
}

function join(key: string, parts: readonly ConnectorMeta[]): ConnectorMeta {
  const [first] = parts
  if (!first) throw new Error('Nothing to join.')
  const connectorIds: { [namespace in Namespace]?: string } = {}
  for (const { id, namespaces } of parts) for (const namespace of namespaces) connectorIds[namespace] ??= id
  const [head = first.namespaces[0], ...rest] = Object.keys(connectorIds).filter(isNamespace)
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

/** Of the connector that pairs: what it remembers are the wallets behind it. */
const recentPrefix = 'walletConnect:'

/** A wallet of the list that was paired with, among the ids of connectors used lately. */
export function toRecentId(walletId: string): string {
  return `${recentPrefix}${walletId}`
}

/** The wallets of the list that were paired with lately, newest first, two at most. [S9.3] */
export function getRecentWalletIds({ recentConnectorIds }: Pick<ModalState, 'recentConnectorIds'>): readonly string[] {
  return recentConnectorIds.filter((id) => id.startsWith(recentPrefix)).map((id) => id.slice(recentPrefix.length))
}

/** Wallets of the page itself. */
const installedTypes: readonly ConnectorType[] = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN']

/** The connector of a wallet of the list that is in this browser, on one chain family or on any. */
export function getInstalled(
  state: Pick<ModalState, 'connectors'>,
  wallet: WalletClaim,
  namespace?: Namespace | undefined,
): ConnectorMeta | undefined {
  const found = getConnectors(state, namespace).filter(({ type }) => installedTypes.includes(type))
  // a name is the weaker claim
  return found.find(({ rdns }) => rdns !== undefined && rdns === wallet.rdns) ?? found.find(toWalletMatch([wallet]))
}

/** What connectors and rows of the list have in common. */
type WalletClaim = { readonly name?: string | undefined; readonly rdns?: string | undefined }

/** Whether a claim is of one of these wallets: the same reverse domain name, or the same name. */
export function toWalletMatch(wallets: readonly WalletClaim[]): (claim: WalletClaim) => boolean {
  const domains = new Set(wallets.flatMap(({ rdns }) => rdns ?? []))
  const names = new Set(wallets.flatMap(({ name }) => (name === undefined ? [] : toWalletKey(name))))
  return ({ name, rdns }) =>
    (rdns !== undefined && domains.has(rdns)) || (names.size > 0 && name !== undefined && names.has(toWalletKey(name)))
}

/** A wallet's name as far as it tells wallets apart: some call themselves "… Wallet" in one place only. */
function toWalletKey(name: string): string {
  return name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s+wallet$/, '')
}
