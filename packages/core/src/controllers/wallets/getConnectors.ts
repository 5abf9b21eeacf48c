import type { ConnectorMeta } from '../../connector.js'
import type { ModalState } from '../../modal.js'
import { isNamespace, type Namespace } from '../../utils/caip.js'
import { toWalletKey } from './toWalletKey.js'

/** Wallets of the page. Pairings and logins reach several chain families by themselves. */
const joinable: readonly ConnectorMeta['type'][] = ['ANNOUNCED', 'INJECTED']

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
    const key = joinable.includes(meta.type) ? toWalletKey(meta.name) : meta.id
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
