import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { type SignedStatement, type Statement, statementTolerance } from '../../../protocol/statement.js'
import { recordAuditHead } from '../../audit/appendAudit.js'
import { openBy } from '../../crypto/sealTo.js'
import { isSigned, parseStatement, toThumbprint } from '../../devices/statement.js'
import { type Opening, type OpeningReply, openingMethods, type Refusal, toSharePlace } from '../wire.js'
import {
  appendEntries,
  findEntry,
  type HolderEvent,
  type HolderStore,
  type NewEntry,
  switchedBy,
} from './holderDatabase.js'

/** Limits of a holder, for all wallets together. */
export type HolderLimits = {
  /** Device keys that it has not seen before with their user. */
  readonly newDevicesPerHour: number
  readonly openingsPerHour: number
  /** Minutes that a new device has to wait if its user has an older one. */
  readonly newDeviceMinutes: number
}

const hour = 3_600_000

/** Refusals that are logged within an hour; more of them say nothing new. */
const maxRefusals = 1_000

type Refused = Extract<OpeningReply, { readonly refused: string }>

type Decision = Refused | { readonly entries: readonly NewEntry[] }

/**
 * Opens the split key of a wallet for one call of a device of its user, which it verifies itself, or during maintenance. A device is recorded
 * when it first makes such a call; custody vouches for that, so only so many are accepted within an hour. Everything is logged before it
 * returns. Throws if the database can't be used or its log was changed: then nothing is opened.
 */
export async function openShare(
  store: HolderStore,
  { instance, wallet, keyId, sealed, signed }: Opening,
  limits: HolderLimits,
): Promise<OpeningReply> {
  const { database, chain } = store
  const subject = { instance, user: wallet.user_id, wallet: wallet.id, project: wallet.project }
  const call = signed && readCall(signed, { project: wallet.project, now: chain.now() })
  const key = open()
  const decision = await database.inTransaction(async (client): Promise<Decision> => {
    // decisions count log entries, so they run one after the other
    await lockOn(client, ['audit'])
    const decided = key ? await (signed ? decideCall(client) : decideMaintenance(client)) : refuse('share')
    if ('entries' in decided) await appendEntries(store, client, decided.entries)
    else if ((await count(client, 'share.refused')).number < maxRefusals)
      await appendEntries(store, client, [
        { event: 'share.refused', reason: decided.refused, ...subject, ...call?.entry },
      ])
    return decided
  })
  // an older log, without these entries, is noticed from here on
  await recordAuditHead({ database, auditHead: chain.head })
  if ('entries' in decision && key) return { key }
  key?.fill(0)
  return 'refused' in decision ? decision : refuse('share')

  function open(): Buffer | undefined {
    const privateKey = store.findPrivateKey(keyId)
    try {
      return privateKey && openBy(privateKey, { sealed, place: toSharePlace(instance, wallet) })
    } catch {
      return undefined // of another wallet, or changed
    }
  }

  async function decideCall(client: Queryable): Promise<Decision> {
    if (!call) return refuse('statement')
    if ((await readState(store, client)).isFrozen) return refuse('frozen')
    const { device, statement: jti } = call.entry
    const { user_id: user, id } = wallet
    const spent = await client.query<{ user_id: string; wallet_id: string }>(
      'SELECT user_id, wallet_id FROM spent_statements WHERE thumbprint = $1 AND jti = $2',
      [device, jti],
    )
    // one call may be about several wallets of its user
    if (spent.some(({ user_id, wallet_id }) => user_id !== user || wallet_id === id)) return refuse('statement')
    const opened = await count(client, 'share.opened')
    if (opened.number >= limits.openingsPerHour) return { refused: 'limited', retryAfter: opened.retryAfter }
    const known = await findEntry(store, client, {
      condition: `event = 'device.recorded' AND entry::jsonb ->> 'device' = $1 AND entry::jsonb ->> 'user' = $2
        AND entry::jsonb ->> 'instance' = $3`,
      values: [device, user, instance],
    })
    const { from } = known?.entry ?? (await recordDevice(client, device))
    if (from === undefined) {
      const { retryAfter } = await count(client, 'device.recorded')
      return { refused: 'limited', retryAfter }
    }
    const wait = Number(from) - chain.now()
    if (wait > 0) return { refused: 'waiting', retryAfter: Math.ceil(wait / 1_000) }
    await client.query('INSERT INTO spent_statements VALUES ($1, $2, $3, $4, $5)', [
      ...[device, jti, id, user],
      call.validUntil,
    ])
    return { entries: [{ event: 'share.opened', ...subject, ...call.entry }] }
  }

  /** Returns from when on it may open keys; undefined if too many were recorded within the last hour. */
  async function recordDevice(client: Queryable, device: string): Promise<{ readonly from?: number }> {
    if ((await count(client, 'device.recorded')).number >= limits.newDevicesPerHour) return {}
    const user = wallet.user_id
    const older = await findEntry(store, client, {
      condition: `event = 'device.recorded' AND entry::jsonb ->> 'user' = $1 AND entry::jsonb ->> 'instance' = $2`,
      values: [user, instance],
    })
    const from = older && limits.newDeviceMinutes > 0 ? chain.now() + limits.newDeviceMinutes * 60_000 : 0
    await appendEntries(store, client, [{ event: 'device.recorded', instance, user, device, from }])
    return { from }
  }

  async function decideMaintenance(client: Queryable): Promise<Decision> {
    const { isFrozen, maintenanceUntil } = await readState(store, client)
    if (isFrozen) return refuse('frozen')
    if (maintenanceUntil === null) return refuse('maintenance')
    return { entries: [{ event: 'maintenance.used', ...subject }] }
  }

  /** Counts an event within the last hour, and returns the seconds until the first one is older than that. */
  async function count(client: Queryable, event: HolderEvent): Promise<{ number: number; retryAfter: number }> {
    const now = chain.now()
    const [row] = await client.query<{ number: number; first: string | null }>(
      'SELECT count(*)::int AS number, min(at) AS first FROM audit WHERE event = $1 AND at > $2',
      [event, now - hour],
    )
    return { number: row?.number ?? 0, retryAfter: Math.ceil((Number(row?.first ?? now) + hour - now) / 1_000) }
  }
}

function refuse(refused: Refusal): Refused {
  return { refused }
}

type Call = {
  readonly entry: {
    /** RFC 7638 thumbprint of its key. */
    readonly device: string
    readonly method: string
    readonly origin: string
    readonly statement: string
    /** Of the request that its user approved. */
    readonly digest?: string
  }
  /** When its time alone makes it invalid: milliseconds since the epoch. */
  readonly validUntil: number
}

/** Reads a call that opens wallets. Undefined if it is any other, is of another project, too old, or not signed by its device. */
function readCall(
  signed: SignedStatement,
  { project, now }: { readonly project: string; readonly now: number },
): Call | undefined {
  const statement = parseStatement(signed.statement)
  if (!statement || !isSigned(signed, statement.key)) return undefined
  const { method, origin, jti, iat, key } = statement
  if (statement.project !== project || !openingMethods.some((one) => one === method)) return undefined
  if (Math.abs(now - iat) > statementTolerance) return undefined
  const entry = { device: toThumbprint(key), method, origin, statement: jti, ...readDigest(statement) }
  return { entry, validUntil: iat + 2 * statementTolerance }
}

function readDigest({ params }: Statement): { readonly digest?: string } {
  const { digest } = (params ?? {}) as { readonly digest?: unknown }
  return typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest) ? { digest } : {}
}

export type HolderState = {
  readonly isFrozen: boolean
  /** Until when it opens keys without a call of a device: milliseconds since the epoch. */
  readonly maintenanceUntil: number | null
}

/** Reads the settings of the holder's operator from the log. */
export async function readState(store: Pick<HolderStore, 'chain'>, client: Queryable): Promise<HolderState> {
  const [frozen, maintenance] = [
    await findEntry(store, client, { condition: switchedBy.freeze }),
    await findEntry(store, client, { condition: switchedBy.maintenance }),
  ]
  const until = maintenance?.event === 'maintenance.opened' ? Number(maintenance.entry['until']) : 0
  return {
    isFrozen: frozen?.event === 'holder.frozen',
    maintenanceUntil: until > store.chain.now() ? until : null,
  }
}

/** Counts each event in the log of the last hour. */
export async function readLastHour(
  { chain }: Pick<HolderStore, 'chain'>,
  { query }: Queryable,
): Promise<{ readonly [event in HolderEvent]?: number }> {
  const rows = await query<{ event: HolderEvent; number: number }>(
    'SELECT event, count(*)::int AS number FROM audit WHERE at > $1 GROUP BY event ORDER BY event',
    [chain.now() - hour],
  )
  return Object.fromEntries(rows.map(({ event, number }) => [event, number]))
}
