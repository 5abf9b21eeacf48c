import type { StoredConnection } from '../controllers/connection/state.js'
import { type ByNamespace, type CaipNetworkId, isNamespace, type Namespace, parseCaipNetworkId } from '../utils/caip.js'
import { isRecord } from '../utils/records.js'

/** What core keeps between visits: ids, addresses, and what wallets that were paired with call themselves. [S3.23] */
export type Persisted = {
  /** At most one of a namespace is active, and of one connector there is at most one. */
  readonly connections: ByNamespace<readonly StoredConnection[]>
  /** Networks that the visitor chose. */
  readonly networks: ByNamespace<CaipNetworkId>
  readonly activeNamespace?: Namespace | undefined
  /** Connectors that the visitor disconnected: eager wallets do not come back by themselves. */
  readonly disconnectedConnectorIds: readonly string[]
  /** Connector ids, newest first, two at most. [S9.3] */
  readonly recentConnectorIds: readonly string[]
  /** Accounts that chose not to sign in, as `namespace:address`, the newest first, as they were written: `isDeclined` reads them. */
  readonly declinedSignIns?: unknown
  /** What the visitor chose in each chain family, as it was written: `readPreferredAccountType` reads it. */
  readonly accountTypes?: unknown
  /** The app that the visitor was led to, as it was written: `getWalletLink` reads it. */
  readonly walletLink?: unknown
  /** Transactions whose outcome nobody has seen yet, as they were written: `restoreOpenTransfers` reads them. */
  readonly openTransfers?: unknown
  /** Answers that are kept for a while, as they were written: `readCached` reads them. */
  readonly caches?: unknown
}

export const persistedVersion = 1

export const emptyPersisted: Persisted = {
  connections: {},
  networks: {},
  disconnectedConnectorIds: [],
  recentConnectorIds: [],
}

/** `migrations[n]` turns data of version n into data of version n + 1. */
const migrations: { readonly [from: number]: (data: unknown) => unknown } = {}

/** Brings data of an older version up to date, one step at a time; undefined where no release wrote such a version. */
export function migrate(data: unknown, from: number): unknown {
  let current = data
  for (let version = from; version < persistedVersion; version++) {
    const step = migrations[version]
    if (!step) return undefined
    current = step(current)
  }
  return current
}

/** Keeps what it understands and drops the rest. */
export function parsePersisted(data: unknown): Persisted {
  if (!isRecord(data)) return emptyPersisted
  return {
    connections: parseByNamespace(data['connections'], parseConnections),
    networks: parseByNamespace(data['networks'], parseNetworkId),
    activeNamespace: isNamespace(data['activeNamespace']) ? data['activeNamespace'] : undefined,
    disconnectedConnectorIds: parseTexts(data['disconnectedConnectorIds'], 100),
    recentConnectorIds: parseTexts(data['recentConnectorIds'], 2),
    declinedSignIns: data['declinedSignIns'],
    accountTypes: data['accountTypes'],
    walletLink: data['walletLink'],
    openTransfers: data['openTransfers'],
    caches: data['caches'],
  }
}

function parseConnections(value: unknown): readonly StoredConnection[] | null {
  if (!Array.isArray(value)) return null
  const connections = value.slice(0, 100).filter(isConnection)
  const active = connections.find(({ status }) => status === 'active')
  return connections.filter(
    (item, index) =>
      (item.status !== 'active' || item === active) &&
      connections.findIndex(({ connectorId }) => connectorId === item.connectorId) === index,
  )
}

/** A network id that is none is not taken for one: it is looked up among the networks of the modal. */
function isConnection(item: unknown): item is StoredConnection {
  if (!isRecord(item)) return false
  const { connectorId, address, status } = item
  return (
    typeof connectorId === 'string' &&
    typeof address === 'string' &&
    ['active', 'connected', 'disconnected'].includes(status as string)
  )
}

function parseNetworkId(value: unknown, namespace: Namespace): CaipNetworkId | null {
  return parseCaipNetworkId(value)?.namespace === namespace ? (value as CaipNetworkId) : null
}

function parseByNamespace<value>(
  data: unknown,
  parse: (value: unknown, namespace: Namespace) => value | null,
): ByNamespace<value> {
  const result: { [namespace: string]: value } = {}
  if (!isRecord(data)) return result
  for (const [namespace, value] of Object.entries(data)) {
    if (!isNamespace(namespace)) continue
    const parsed = parse(value, namespace)
    if (parsed !== null) result[namespace] = parsed
  }
  return result
}

function parseTexts(value: unknown, most: number): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, most) : []
}
