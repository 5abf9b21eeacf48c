import type { ConnectorMeta, ConnectorType } from '../../connector.js'
import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import type { ConnectorKind } from '../features/state.js'
import { getConnectors, getPartIds } from './getConnectors.js'

/** A wallet as the Connect view lists it. */
export type WalletRow = { readonly connector: ConnectorMeta; readonly kind: ConnectorKind }

/** Connectors by block; logins are no wallets and have blocks of their own. */
const kinds: { readonly [type in ConnectorType]: ConnectorKind | undefined } = {
  AUTH: undefined,
  WALLET_CONNECT: 'walletConnect',
  INJECTED: 'injected',
  ANNOUNCED: 'injected',
  MULTI_CHAIN: 'injected',
  EXTERNAL: 'external',
}

/**
 * The wallets that can be connected, one row each, block by block in the order of `connectorTypeOrder` [S2.17]; those used lately
 * come as `recent`, newest first. A block that the order does not name comes last.
 */
export function getWalletRows(state: ModalState, namespace?: Namespace | undefined): readonly WalletRow[] {
  const { features, recentConnectorIds } = state
  const order = features.connectorTypeOrder
  const toRank = (kind: ConnectorKind): number => (order.includes(kind) ? order.indexOf(kind) : order.length)
  const toAge = (meta: ConnectorMeta): number =>
    Math.min(
      ...getPartIds(meta).map((id) => (recentConnectorIds.includes(id) ? recentConnectorIds.indexOf(id) : Infinity)),
    )
  // for one chain family every wallet stands for itself
  const connectors = namespace
    ? state.connectors.filter((connector) => connector.namespaces.includes(namespace))
    : getConnectors(state)
  const rows = connectors.flatMap((connector): readonly WalletRow[] => {
    const kind = toAge(connector) < Infinity ? 'recent' : kinds[connector.type]
    return kind && connector.type !== 'AUTH' ? [{ connector, kind }] : []
  })
  const toRecency = ({ connector, kind }: WalletRow): number => (kind === 'recent' ? toAge(connector) : 0)
  return rows.toSorted((a, b) => toRank(a.kind) - toRank(b.kind) || toRecency(a) - toRecency(b))
}
