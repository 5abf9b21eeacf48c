import { createHash } from 'node:crypto'
import { lockOn, type Queryable } from '@latchkey/server-kit/database'
import { parseProjects } from '../../projects/parseProjects.js'
import type { Project } from '../../projects/project.js'
import type { ProjectSettings } from '../../protocol/operators.js'
import { toAuditHash } from '../audit/appendAudit.js'
import { assertRow, toRowMac } from '../crypto/rowMac.js'
import { isSameMac } from '../crypto/seal.js'
import type { Custody } from '../custody.js'

type ProjectRow = {
  readonly id: string
  /** JSON, as it was sent. */
  readonly settings: string
  readonly revision: string
  readonly updated_at: string
  readonly updated_by: string
  readonly mac: Buffer
}

/** A project of the database. */
export type StoredProject = {
  readonly project: Project
  readonly revision: number
  readonly updatedAt: number
  readonly updatedBy: string
}

export type StoredProjects = {
  /** Number of the newest change in the audit log; 0 if there was none. */
  readonly version: number
  readonly projects: ReadonlyMap<string, StoredProject>
  /** Ids of projects whose row doesn't match the audit log, and why. */
  readonly changed: ReadonlyMap<string, unknown>
}

const changes = "event IN ('project.saved', 'project.deleted')"

/** The number of the newest change. */
export async function readProjectsVersion({ query }: Queryable): Promise<number> {
  const [row] = await query<{ seq: string | null }>(
    `SELECT max(seq) AS seq FROM audit WHERE ${changes}`,
    [],
    'project version',
  )
  return Number(row?.seq ?? 0)
}

type LoggedRow = Partial<ProjectRow> & {
  readonly seq: string
  readonly at: string
  readonly event: string
  readonly entry: string
  readonly hash: Buffer
  readonly previous: Buffer | null
}

/**
 * Reads the projects of the database. The audit log names the newest version of each, so database write access isn't
 * enough to change one, restore an older version, or remove one unnoticed.
 */
export async function readStoredProjects(
  { keys }: Pick<Custody, 'keys'>,
  { query }: Queryable,
): Promise<StoredProjects> {
  const rows = await query<LoggedRow>(
    `SELECT newest.*, before.hash AS previous, projects.* FROM (
       SELECT DISTINCT ON (entry::jsonb ->> 'project') seq, at, event, entry, hash FROM audit
       WHERE ${changes} ORDER BY entry::jsonb ->> 'project', seq DESC
     ) AS newest
     LEFT JOIN audit AS before ON before.seq = newest.seq - 1
     LEFT JOIN projects ON projects.id = newest.entry::jsonb ->> 'project'`,
  )
  const projects = new Map<string, StoredProject>()
  const changed = new Map<string, unknown>()
  for (const row of rows) {
    const { project: id, ...logged } = JSON.parse(row.entry) as LoggedProject
    try {
      const { at, event, entry, hash, previous } = row
      const link = { seq: Number(row.seq), at: Number(at), event, entry, previous: previous ?? undefined }
      if (!isSameMac(hash, toAuditHash(keys.audit, link)))
        throw new Error(`Entry ${row.seq} of the audit log was changed.`)
      if (event === 'project.saved') projects.set(id, readRow(keys, row, logged))
    } catch (cause) {
      changed.set(id, cause)
    }
  }
  return { version: Math.max(0, ...rows.map(({ seq }) => Number(seq))), projects, changed }
}

/** The fields of a change's audit entry. */
type LoggedProject = { readonly project: string; readonly revision: number; readonly settings: string }

function readRow(
  keys: Custody['keys'],
  row: Partial<ProjectRow>,
  logged: Omit<LoggedProject, 'project'>,
): StoredProject {
  const { id, settings, revision, updated_at, updated_by, mac } = row
  if (
    typeof id !== 'string' ||
    settings === undefined ||
    mac === undefined ||
    updated_by === undefined ||
    Number(revision) !== logged.revision ||
    toDigest(settings) !== logged.settings
  )
    throw new Error('A project is not the one that the audit log names: an older row was restored, or it was deleted.')
  assertRow(keys, 'projects', { id, settings, revision, updated_at, updated_by, mac })
  const project = parseProjects(`{${JSON.stringify(id)}:${settings}}`).get(id)
  if (!project) throw new Error('A project has no settings.')
  return { project, revision: logged.revision, updatedAt: Number(updated_at), updatedBy: updated_by }
}

function toDigest(settings: string): string {
  return createHash('sha256').update(settings).digest('hex')
}

type ProjectChange = {
  readonly id: string
  /** Undefined deletes it. */
  readonly settings: ProjectSettings | undefined
  /** The one that was edited; 0 if it wasn't in the database. */
  readonly revision: number
  readonly operator: string
}

/**
 * Saves or deletes a project in the caller's transaction. Returns the fields of the audit entry, or undefined if the
 * project was changed since that revision.
 */
export async function writeProject(
  { keys, now }: Pick<Custody, 'keys' | 'now'>,
  client: Queryable,
  { id, settings, revision, operator }: ProjectChange,
): Promise<LoggedProject | undefined> {
  // one change at a time: there may be no row to lock
  await lockOn(client, [`project ${id}`])
  const [row] = await client.query<ProjectRow>('SELECT * FROM projects WHERE id = $1', [id])
  if (row) assertRow(keys, 'projects', row)
  if (revision !== Number(row?.revision ?? 0)) return undefined
  // revision numbers continue after a project was deleted
  const [last] = await client.query<{ revision: string }>(
    `SELECT entry::jsonb ->> 'revision' AS revision FROM audit
     WHERE ${changes} AND entry::jsonb ->> 'project' = $1 ORDER BY seq DESC LIMIT 1`,
    [id],
  )
  const next = Math.max(revision, Number(last?.revision ?? 0)) + 1
  if (settings === undefined) {
    await client.query('DELETE FROM projects WHERE id = $1', [id])
    return { project: id, revision: next, settings: '' }
  }
  const text = JSON.stringify(settings)
  const saved = { id, settings: text, revision: next, updated_at: now(), updated_by: operator }
  await client.query(
    `INSERT INTO projects (id, settings, revision, updated_at, updated_by, mac) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, revision = excluded.revision,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by, mac = excluded.mac`,
    [...Object.values(saved), toRowMac(keys, 'projects', saved)],
  )
  return { project: id, revision: next, settings: toDigest(text) }
}
