import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@latchkey/server-kit/database'
import { Client } from 'pg'
import { appendAudit } from '../audit/appendAudit.js'
import { verifyAudit } from '../audit/verifyAudit.js'
import type { Custody } from '../custody.js'
import { openDatabase } from '../database/database.js'
import type { KekBackend } from '../keys/backends/kekBackend.js'
import { createKeyHost, isSealed, isSplit, type OpenKeyHost } from '../keys/host/keyHost.js'
import { openKeys } from '../keys/openKeys.js'
import { listWallets } from '../wallets/wallet.js'
import { writeBackup } from './backupFile.js'
import { restoreBackup } from './restoreBackup.js'

export type DrillOptions = Pick<Custody, 'database' | 'keys' | 'instance' | 'now'> & {
  readonly databaseUrl: string
  readonly kek: KekBackend
  /** Default: in this process. */
  readonly openKeyHost?: OpenKeyHost | undefined
  /** Wallets to open in the restored database. Default: 25. */
  readonly sample?: number | undefined
  /** Checked once no other process runs a drill; false skips it. */
  readonly isDue?: (() => Promise<boolean>) | undefined
  /** Stops the drill between two steps. */
  readonly signal?: AbortSignal | undefined
}

export type DrillReport =
  | {
      readonly ok: true
      /** In the backup. Each was opened, as far as custody's own key goes. */
      readonly wallets: number
      readonly sealed: number
      /** Opened in the restored database, and compared with those in use. */
      readonly sampled: number
      readonly auditEntries: number
      readonly milliseconds: number
    }
  | { readonly ok: false; readonly step: string; readonly reason: string }

/** Advisory lock: one drill at a time. */
const lock = '5221118027'

/**
 * Backs up, restores into a scratch database on the same server, opens a sample of the wallets there, verifies the audit log, and drops
 * everything again. The key-encryption key stays in memory. Returns undefined if another process runs a drill, or none is due.
 */
export async function runDrill(options: DrillOptions): Promise<DrillReport | undefined> {
  const { database, databaseUrl, isDue } = options
  const server = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 8_000, query_timeout: 120_000 })
  server.on('error', () => undefined) // pending queries fail
  await server.connect()
  try {
    const { rows } = await server.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lock])
    if (rows[0]?.taken !== true || (isDue && !(await isDue()))) return undefined
    const report = await drill(server, options)
    // being stopped says nothing about the backup
    if (options.signal?.aborted) return undefined
    const { ok, ...entry } = report
    await database.inTransaction((client) =>
      appendAudit(options, client, { event: ok ? 'drill.passed' : 'drill.failed', ...entry }),
    )
    return report
  } finally {
    await server.end()
  }
}

/** Describes a report in one line for people. */
export function describeDrill(report: DrillReport): string {
  if (!report.ok) return `The restore drill failed at "${report.step}": ${report.reason}`
  const { wallets, sampled, auditEntries, milliseconds } = report
  return `The restore drill passed in ${(milliseconds / 1_000).toFixed(1)} s: ${wallets} wallets restored, ${sampled} of them opened, ${auditEntries} audit entries.`
}

async function drill(server: Client, options: DrillOptions): Promise<DrillReport> {
  const { database, databaseUrl, instance, kek, now, sample = 25, signal, openKeyHost = createKeyHost } = options
  const began = performance.now()
  const folder = await mkdtemp(join(tmpdir(), `latchkey-drill-${instance.slice(0, 12)}-`))
  const file = join(folder, 'backup.jsonl')
  const prefix = `latchkey_drill_${instance.slice(0, 12)}_`
  const name = `${prefix}${Date.now()}`
  let step = 'begin'
  let scratch: Database | undefined
  const next = (title: string): void => {
    signal?.throwIfAborted()
    step = title
  }
  try {
    next('back up')
    await writeBackup(database, { file, now })
    next('create the scratch database')
    await dropScratch(server, prefix) // left by drills that were killed: only one drill runs at a time
    await createScratch(server, name)
    const url = new URL(databaseUrl)
    url.pathname = `/${name}`
    scratch = openDatabase({ url: url.href, warn: () => undefined })
    next('restore')
    const { wallets, sealed } = await restoreBackup(scratch, { file, kek, openKeyHost })
    next('open wallets')
    const opened = await openKeys(scratch, { kek, createsKek: false })
    const sampled = await openSample(scratch, { ...opened, keyHost: openKeyHost(opened), live: database, sample })
    next('verify the audit log')
    const { entries } = await verifyAudit(scratch, opened.keys)
    return {
      ok: true,
      wallets,
      sealed,
      sampled,
      auditEntries: entries,
      milliseconds: Math.round(performance.now() - began),
    }
  } catch (cause) {
    return { ok: false, step, reason: (cause instanceof Error ? cause.message : String(cause)).slice(0, 400) }
  } finally {
    await scratch?.close()
    await dropScratch(server, prefix).catch(() => undefined) // the next drill drops it
    await rm(folder, { recursive: true, force: true })
  }
}

async function createScratch(server: Client, name: string): Promise<void> {
  try {
    await server.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== '42501') throw cause
    const { rows } = await server.query<{ role: string }>('SELECT quote_ident(current_user) AS role')
    throw new Error(
      `The role of DATABASE_URL may not create databases, which the drill needs. Run ALTER ROLE ${rows[0]?.role} CREATEDB as a superuser.`,
      { cause },
    )
  }
}

async function dropScratch(server: Client, prefix: string): Promise<void> {
  // not WITH (FORCE), which custody's role may not use while an autovacuum worker is in the database; a plain drop ends the worker
  await server.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(datname, $1) AND usename = current_user',
    [prefix],
  )
  const { rows } = await server.query<{ name: string }>(
    'SELECT quote_ident(datname) AS name FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) await server.query(`DROP DATABASE IF EXISTS ${name}`)
}

type Sample = Pick<Custody, 'keys' | 'keyHost'> & { readonly live: Database; readonly sample: number }

/** Opens wallets of the restored database, and compares their addresses with those in use. */
async function openSample(scratch: Database, { live, sample, keyHost, ...custody }: Sample): Promise<number> {
  const rows = await scratch.query<{ id: string; user_id: string }>(
    'SELECT id, user_id FROM wallets ORDER BY random() LIMIT $1',
    [sample],
  )
  for (const { id, user_id } of rows) {
    const wallet = (await listWallets(custody, scratch, user_id)).find((one) => one.id === id)
    if (!wallet) throw new Error('A restored wallet is not its user’s.')
    // a sealed wallet only opens with its owner's own key, a split one with that of a holder
    if (!isSealed(wallet) && !isSplit(wallet)) await keyHost.verify({ wallet, locks: {} })
    const used = (await listWallets(custody, live, user_id)).find((one) => one.id === id)
    if (used?.eip155 !== wallet.eip155 || used.solana !== wallet.solana)
      throw new Error('A restored wallet has other addresses than the one in use.')
  }
  return rows.length
}

export type Drills = { readonly lastGoodDrill?: number; readonly lastFailedDrill?: number }

/** When drills last passed and failed, according to the audit log. */
export async function readDrills({ query }: Pick<Database, 'query'>): Promise<Drills> {
  const rows = await query<{ event: string; at: string }>(
    "SELECT event, max(at) AS at FROM audit WHERE event IN ('drill.passed', 'drill.failed') GROUP BY event",
  )
  const at = Object.fromEntries(rows.map(({ event, at }) => [event, Number(at)]))
  const { 'drill.passed': passed, 'drill.failed': failed } = at
  return {
    ...(passed !== undefined && { lastGoodDrill: passed }),
    ...(failed !== undefined && { lastFailedDrill: failed }),
  }
}

const hour = 3_600_000

export type DrillSchedule = Omit<DrillOptions, 'isDue' | 'signal'> & {
  /** Hours from one that passed to the next. A failed drill is retried after an hour. */
  readonly hours: number
  readonly warn: (cause: unknown) => void
}

/** Runs a drill if one is due and no other process runs one. Returns its report, or undefined. */
export async function runDueDrill(
  { hours, warn, ...options }: DrillSchedule,
  signal?: AbortSignal,
): Promise<DrillReport | undefined> {
  const isDue = async (): Promise<boolean> => {
    const { lastGoodDrill = Number.NEGATIVE_INFINITY, lastFailedDrill = Number.NEGATIVE_INFINITY } = await readDrills(
      options.database,
    )
    const pause = Math.min(hours, 1) * hour
    return options.now() >= Math.max(lastGoodDrill + hours * hour, lastFailedDrill + pause)
  }
  if (!(await isDue())) return undefined
  const report = await runDrill({ ...options, isDue, signal })
  if (report && !report.ok) warn(new Error(describeDrill(report)))
  return report
}

/** Checks every minute whether a drill is due. */
export function startDrills(schedule: DrillSchedule): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let isRunning = false
  const check = (): void => {
    if (isRunning) return
    isRunning = true
    running = runDueDrill(schedule, stopping.signal)
      .catch(schedule.warn)
      .finally(() => {
        isRunning = false
      })
  }
  check()
  const timer = setInterval(check, 60_000)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
