import type { Database, Queryable } from '@latchkey/server-kit/database'
import { getRequestId } from '@latchkey/server-kit/log'
import { type AdminProject, type AuditPage, projectSettings } from '../api/admin.js'
import { GatewayError } from '../errors.js'

export type StoredProject = Omit<AdminProject, 'source' | 'isInFile' | 'revision'> & { readonly revision: number }

type Change = {
  readonly id: string
  /** As the operator read it; null for a project that must not exist. */
  readonly revision: number | null
  readonly operator: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

export type ProjectStore = {
  /** A number that grows with each change. */
  readonly readRevision: () => Promise<number>
  readonly readAll: () => Promise<readonly StoredProject[]>
  /** Throws {@link RevisionConflict}. */
  readonly save: (change: Change & { readonly settings: AdminProject['settings'] }) => Promise<StoredProject>
  /** Throws {@link RevisionConflict}. */
  readonly remove: (change: Change) => Promise<void>
  readonly readAudit: (page: {
    readonly project?: string | undefined
    readonly operator?: string | undefined
    readonly before?: number | undefined
    readonly limit: number
  }) => Promise<AuditPage>
}

/** Somebody else changed the project. Nothing was stored. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict'
  readonly current: StoredProject | undefined
  constructor(current: StoredProject | undefined) {
    super('The project was changed since.')
    this.current = current
  }
}

/** Notifications of changes, for all gateways. */
export const projectsChannel = 'gateway_projects'

/** Every process has all of them in memory. */
const maxProjects = 10_000

type Row = {
  readonly id: string
  readonly settings: string
  readonly revision: string
  readonly updated_at: string
  readonly updated_by: string
}

const columns = 'id, settings, revision, updated_at, updated_by'

/** Stores projects in PostgreSQL, with a log of the changes. */
export function createProjectStore({ query, inTransaction }: Database): ProjectStore {
  /** Runs one change after the other: the counter's row is locked until the commit. */
  const change = <value>(
    { id, revision, operator, now }: Change,
    apply: (transaction: Queryable, next: number) => Promise<{ readonly after: string | null; readonly value: value }>,
  ): Promise<value> =>
    inTransaction(async (transaction) => {
      const { query } = transaction
      const [counter] = await query<{ revision: string }>(
        'UPDATE gateway_revision SET revision = revision + 1 RETURNING revision',
      )
      const [row] = await query<Row>(`SELECT ${columns} FROM gateway_projects WHERE id = $1`, [id])
      const current = row && toProject(row)
      if ((current?.revision ?? null) !== revision) throw new RevisionConflict(current)
      const { after, value } = await apply(transaction, Number(counter?.revision))
      const action = after === null ? 'project.delete' : row ? 'project.change' : 'project.create'
      await query(
        `INSERT INTO gateway_audit (made_at, operator, action, project, settings_before, settings_after, request_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [now, operator, action, id, row?.settings ?? null, after, getRequestId() ?? null],
      )
      await query('SELECT pg_notify($1, $2)', [projectsChannel, ''])
      return value
    })

  return {
    async readRevision() {
      const [row] = await query<{ revision: string }>('SELECT revision FROM gateway_revision')
      return Number(row?.revision ?? 0)
    },
    readAll: async () => (await query<Row>(`SELECT ${columns} FROM gateway_projects ORDER BY id`)).map(toProject),
    save: ({ settings, ...by }) =>
      change(by, async ({ query }, revision) => {
        if (by.revision === null) {
          const [row] = await query<{ count: string }>('SELECT count(*) FROM gateway_projects')
          if (Number(row?.count) >= maxProjects)
            throw new GatewayError(`There are ${maxProjects} projects already. Delete one first.`, {
              status: 409,
              code: 'TOO_MANY_PROJECTS',
            })
        }
        const after = JSON.stringify(settings)
        await query(
          `INSERT INTO gateway_projects (${columns}) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE SET
             settings = EXCLUDED.settings, revision = EXCLUDED.revision, updated_at = EXCLUDED.updated_at,
             updated_by = EXCLUDED.updated_by`,
          [by.id, after, revision, by.now, by.operator],
        )
        return { after, value: { id: by.id, settings, revision, updatedAt: by.now, updatedBy: by.operator } }
      }),
    remove: (by) =>
      change(by, async ({ query }) => {
        await query('DELETE FROM gateway_projects WHERE id = $1', [by.id])
        return { after: null, value: undefined }
      }),
    async readAudit({ project, operator, before, limit }) {
      const rows = await query<AuditRow>(
        `SELECT id, made_at, operator, action, project, settings_before, settings_after, request_id FROM gateway_audit
         WHERE ($1::text IS NULL OR project = $1) AND ($2::text IS NULL OR operator = $2) AND ($3::bigint IS NULL OR id < $3)
         ORDER BY id DESC LIMIT $4`,
        [project ?? null, operator ?? null, before ?? null, limit + 1],
      )
      const entries = rows.slice(0, limit).map(toEntry)
      return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
    },
  }
}

function toProject({ id, settings, revision, updated_at, updated_by }: Row): StoredProject {
  return {
    id,
    settings: parseSettings(settings),
    revision: Number(revision),
    updatedAt: Number(updated_at),
    updatedBy: updated_by,
  }
}

/** Ignores settings of a newer gateway that shares the database. */
function parseSettings(text: string): AdminProject['settings'] {
  return projectSettings.strip().parse(JSON.parse(text))
}

type AuditRow = {
  readonly id: string
  readonly made_at: string
  readonly operator: string
  readonly action: string
  readonly project: string
  readonly settings_before: string | null
  readonly settings_after: string | null
  readonly request_id: string | null
}

function toEntry(row: AuditRow): AuditPage['entries'][number] {
  const { settings_before: before, settings_after: after } = row
  return {
    id: Number(row.id),
    at: Number(row.made_at),
    operator: row.operator,
    action: row.action as AuditPage['entries'][number]['action'],
    project: row.project,
    before: before === null ? null : parseSettings(before),
    after: after === null ? null : parseSettings(after),
    requestId: row.request_id,
  }
}
