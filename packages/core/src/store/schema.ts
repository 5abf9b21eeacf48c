import type { StoredConnection } from '../controllers/connection/state.js'
import { type ByNamespace, type CaipNetworkId, isNamespace, type Namespace, parseCaipNetworkId } from '../utils/caip.js'
import { isRecord } from '../utils/records.js'

/** Data that core keeps between visits: ids, addresses, and the claimed names of paired wallets. [S3.23] */
export type Persisted = {
  /** At most one connection per namespace is active, and each connector has at most one. */
  readonly connections: ByNamespace<readonly StoredConnection[]>
  /** Networks chosen by the user. */
  readonly networks: ByNamespace<CaipNetworkId>
  readonly activeNamespace?: Namespace | undefined
  /** Connectors that the user disconnected, so that wallets don't reconnect by themselves. */
  readonly disconnectedConnectorIds: readonly string[]
  /** Connector ids, newest first, at most two. [S9.3] */
  readonly recentConnectorIds: readonly string[]
  /** How the user has last logged in to the embedded wallet. Unparsed; read by `restore`. */
  readonly lastLogin?: unknown
  /** Accounts that declined to sign in, as `namespace:address`, newest first. Unparsed; read by `isDeclined`. */
  readonly declinedSignIns?: unknown
  /** Account types chosen by the user, by namespace. Unparsed; read by `readPreferredAccountType`. */
  readonly accountTypes?: unknown
  /** The wallet app that the user followed a link to. Unparsed; read by `getWalletLink`. */
  readonly walletLink?: unknown
  /** Transactions with an unknown outcome. Unparsed; read by `restoreOpenTransfers`. */
  readonly openTransfers?: unknown
  /** Transactions that the app has registered. Unparsed; read by `resumeRecentTransactions`. */
  readonly recentTransactions?: unknown
  /** Cached responses. Unparsed; read by `readCached`. */
  readonly caches?: unknown
}

export const persistedVersion = 1

export const emptyPersisted: Persisted = {
  connections: {},
  networks: {},
  disconnectedConnectorIds: [],
  recentConnectorIds: [],
}

/** `migrations[n]` migrates data of version n to version n + 1. */
const migrations: { readonly [from: number]: (data: unknown) => unknown } = {}

/** Migrates data of an older version step by step. Undefined if no release wrote that version. */
export function migrate(data: unknown, from: number): unknown {
  let current = data
  for (let version = from; version < persistedVersion; version++) {
    const step = migrations[version]
    if (!step) return undefined
    current = step(current)
  }
  return current
}

/** Parses stored data, dropping invalid parts. */
export function parsePersisted(data: unknown): Persisted {
  if (!isRecord(data)) return emptyPersisted
  return {
    connections: parseByNamespace(data['connections'], parseConnections),
    networks: parseByNamespace(data['networks'], parseNetworkId),
    activeNamespace: isNamespace(data['activeNamespace']) ? data['activeNamespace'] : undefined,
    disconnectedConnectorIds: parseTexts(data['disconnectedConnectorIds'], 100),
    recentConnectorIds: parseTexts(data['recentConnectorIds'], 2),
    lastLogin: data['lastLogin'],
    declinedSignIns: data['declinedSignIns'],
    accountTypes: data['accountTypes'],
    walletLink: data['walletLink'],
    openTransfers: data['openTransfers'],
    recentTransactions: data['recentTransactions'],
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

/** The network id isn't checked here: it is looked up among the modal's networks when used. */
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

function parseTexts(value: unknown, max: number): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, max) : []
}
