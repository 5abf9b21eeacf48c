import type { OperatorParams, OperatorResult } from '../../protocol/operators.js'
import { appendAudit, recordAuditHead } from '../audit/appendAudit.js'
import { createAuditCheck } from '../audit/verifyAudit.js'
import { isSameMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'
import { type AuditRow, type Event, toEvent } from './auditEvents.js'
import type { OperatorContext } from './operator.js'
import { assertUser, noteView, type Viewer } from './view.js'

/** Returns a user's audit entries. Throws if one was changed. */
export async function viewEvents(
  context: OperatorContext,
  { user, before, limit, actor }: OperatorParams<'GET /v1/events'> & Viewer,
): Promise<OperatorResult<'GET /v1/events'>> {
  await assertUser(context, user)
  const rows = await context.database.query<AuditRow>(
    `SELECT one.*, other.hash AS previous FROM audit AS one LEFT JOIN audit AS other ON other.seq = one.seq - 1
     WHERE one.entry::jsonb ->> 'user' = $1 AND one.seq < $2 ORDER BY one.seq DESC LIMIT $3`,
    [user, before ?? Number.MAX_SAFE_INTEGER, limit],
  )
  const events = rows.map((row) => toEvent(context, row))
  await noteView(context, { user, what: 'events' }, actor)
  return { events }
}

/** Entries that a page looks at, and milliseconds that it may take. */
const scan = { step: 20_000, time: 2_000 } as const

type AuditFilters = Omit<OperatorParams<'GET /v1/audit'>, 'limit' | 'before'>

/**
 * Lists the entries of the log, newest first. It has no index by all that can be asked for, as each would slow down every signature: a page
 * looks at part of the log after part, until it is full or two seconds have passed. Throws if an entry was changed.
 */
async function listAudit(
  context: Pick<OperatorContext, 'database' | 'keys'>,
  { before, limit, event, user, operator, project }: OperatorParams<'GET /v1/audit'>,
): Promise<OperatorResult<'GET /v1/audit'>> {
  const end = performance.now() + scan.time
  const [newest] = await context.database.query<{ seq: string }>('SELECT seq FROM audit ORDER BY seq DESC LIMIT 1')
  let next = Math.min(before ?? Number.MAX_SAFE_INTEGER, Number(newest?.seq ?? 0) + 1)
  const events: Event[] = []
  while (next > 1 && events.length < limit && performance.now() < end) {
    const from = Math.max(1, next - scan.step)
    const rows = await context.database.query<AuditRow>(
      `SELECT one.*, other.hash AS previous FROM audit AS one LEFT JOIN audit AS other ON other.seq = one.seq - 1
       WHERE one.seq >= $1 AND one.seq < $2
         AND ($3::text IS NULL OR one.event = $3)
         AND ($4::text IS NULL OR one.entry::jsonb ->> 'user' = $4)
         AND ($5::text IS NULL OR $5 IN (one.entry::jsonb ->> 'operator', one.entry::jsonb ->> 'approvedBy'))
         AND ($6::text IS NULL OR one.entry::jsonb ->> 'project' = $6
           OR one.entry::jsonb ->> 'user' IN (SELECT id FROM users WHERE project = $6))
       ORDER BY one.seq DESC LIMIT $7`,
      [from, next, event ?? null, user ?? null, operator ?? null, project ?? null, limit - events.length],
    )
    events.push(...rows.map((row) => toEvent(context, row)))
    next = events.length < limit ? from : (events.at(-1)?.seq ?? from)
  }
  return { events, ...(next > 1 && { next }) }
}

/** Like `listAudit`, for an operator; recorded in the audit log. */
export async function viewAudit(
  context: OperatorContext,
  { actor, ...params }: OperatorParams<'GET /v1/audit'> & Viewer,
): Promise<OperatorResult<'GET /v1/audit'>> {
  const list = await listAudit(context, params)
  const { event: of, user, project } = params satisfies AuditFilters
  await context.database.inTransaction((client) =>
    appendAudit(context, client, {
      event: 'audit.viewed',
      entries: list.events.length,
      ...(of !== undefined && { of }),
      ...(user !== undefined && { user }),
      ...(project !== undefined && { project }),
      ...actor,
    }),
  )
  return list
}

/** Milliseconds that one part of a check may take, and entries read at once. */
const check = { time: 5_000, batch: 1_000 } as const

/**
 * Verifies the hash chain of the whole log, part by part. `from` names the last entry of the part before, and its hash, so that no process
 * has to remember it.
 */
export async function checkAudit(
  custody: Custody,
  { from, actor }: OperatorParams<'GET /v1/audit-check'> & Viewer,
): Promise<OperatorResult<'GET /v1/audit-check'>> {
  const { database, keys } = custody
  const end = performance.now() + check.time
  const [seq, hash] = from?.split('.') ?? []
  const start = { count: Number(seq ?? 0), last: hash === undefined ? undefined : Buffer.from(hash, 'hex') }
  const chain = createAuditCheck(keys, start)
  const [newest] = await database.query<{ seq: string | null }>('SELECT max(seq) AS seq FROM audit')
  const total = Number(newest?.seq ?? 0)
  const done = async (isIntact: boolean): Promise<OperatorResult<'GET /v1/audit-check'>> => {
    const head = chain.last()?.toString('hex')
    const entries = chain.count()
    await database.inTransaction((client) =>
      appendAudit(custody, client, {
        event: 'audit.checked',
        result: isIntact ? 'intact' : 'changed',
        entries,
        ...actor,
      }),
    )
    return { isIntact, isComplete: true, entries, total, ...(head !== undefined && { head }) }
  }
  if (start.last) {
    const [row] = await database.query<{ hash: Buffer }>('SELECT hash FROM audit WHERE seq = $1', [start.count])
    if (!isSameMac(row?.hash ?? null, start.last)) return done(false)
  }
  for (;;) {
    const rows = await database.query<Omit<AuditRow, 'previous'>>(
      'SELECT * FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2',
      [chain.count(), check.batch],
    )
    try {
      for (const row of rows) chain.add(row)
      // the end that this process has seen must still be there
      if (rows.length < check.batch) await recordAuditHead(custody)
    } catch (cause) {
      custody.warn(cause)
      return done(false)
    }
    if (rows.length < check.batch) return done(true)
    if (performance.now() >= end) {
      const head = chain.last()?.toString('hex') ?? ''
      return {
        isIntact: true,
        isComplete: false,
        entries: chain.count(),
        total,
        head,
        next: `${chain.count()}.${head}`,
      }
    }
  }
}
