import type { OperatorParams, OperatorResult, UsageDay } from '../../protocol/operators.js'
import { readDrills } from '../backup/drills.js'
import type { Custody } from '../custody.js'

/** Returns the state of custody and its dependencies. Throws if the database doesn't respond. */
export async function viewHealth(custody: Custody): Promise<OperatorResult<'GET /v1/health'>> {
  const { database, work, providers, networks, farcaster, rotation } = custody
  const start = performance.now()
  const [row] = await database.query<{ emails: number; deliveries: number; is_writable: boolean }>(
    `SELECT (SELECT count(*)::int FROM outbox) AS emails,
       (SELECT count(*)::int FROM deliveries WHERE state = 'pending') AS deliveries,
       current_setting('transaction_read_only') = 'off' AS is_writable`,
  )
  const milliseconds = Math.round(performance.now() - start)
  const isWritable = row?.is_writable === true
  const hasKeys = rotation.isReachable()
  return {
    ok: isWritable && hasKeys,
    ...(await readDrills(database)),
    database: { ok: isWritable, milliseconds },
    keys: { ok: hasKeys },
    email: { ...work.get('email'), queue: row?.emails ?? 0 },
    webhooks: { queue: row?.deliveries ?? 0 },
    providers: [...providers.keys(), ...(farcaster ? ['farcaster'] : [])].map((name) => ({
      name,
      ...work.get(`provider ${name}`),
    })),
    networks: networks.map(({ caipNetworkId: chain }) => ({ chain, ...work.get(`network ${chain}`) })),
  }
}

const day = 86_400_000

const counts: Readonly<Record<string, Exclude<keyof UsageDay, 'day'>>> = {
  'user.created': 'signUps',
  'login.done': 'logins',
  'request.signed': 'signatures',
  'login.asked': 'emails',
  'account.asked': 'emails',
  'update.asked': 'emails',
  'limit.reached': 'refusals',
}

/** Counts the entries of the audit log by day, for one project or all. */
export async function viewUsage(
  { database }: Pick<Custody, 'database'>,
  { project, from, to }: OperatorParams<'GET /v1/usage'>,
): Promise<OperatorResult<'GET /v1/usage'>> {
  const rows = await database.query<{ day: string; event: string; count: number }>(
    `SELECT to_char(to_timestamp((at / 86400000) * 86400) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, event, count(*)::int AS count
     FROM audit WHERE at >= $1 AND at < $2
       AND event IN ('user.created', 'login.done', 'request.signed', 'login.asked', 'account.asked', 'update.asked', 'limit.reached')
       AND ($3::text IS NULL OR entry::jsonb ->> 'project' = $3
         OR entry::jsonb ->> 'user' IN (SELECT id FROM users WHERE project = $3))
     GROUP BY at / 86400000, event ORDER BY at / 86400000`,
    [Date.parse(from), Date.parse(to) + day, project ?? null],
  )
  const days = new Map<string, UsageDay>()
  for (const { day: name, event, count } of rows) {
    const known = days.get(name) ?? { day: name, signUps: 0, logins: 0, signatures: 0, emails: 0, refusals: 0 }
    const field = counts[event]
    if (field) days.set(name, { ...known, [field]: known[field] + count })
  }
  return { days: [...days.values()] }
}
