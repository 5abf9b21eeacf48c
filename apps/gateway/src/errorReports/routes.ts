import { createHash } from 'node:crypto'
import type { Database } from '@latchkey/server-kit/database'
import { type ErrorReport, reportError } from '../api/projects.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import type { ProjectBook } from '../projects/projects.js'
import { scrubReport } from './report.js'

/** Reports per client and project, in milliseconds. [S7.24] */
const quota = { max: 5, time: 60_000 } as const

/**
 * Reports that are stored per project, and for how long (milliseconds). Project ids can be made up, so reports of projects without
 * settings are only stored while the table has fewer than that.
 */
const retention = { max: 10_000, time: 30 * 86_400_000 } as const

/** Stores reports of errors in pages: up to five per minute for each client of a project. [S7.23, S7.24] */
export function createErrorReportRoutes(
  context: GatewayContext,
  { peek }: Pick<ProjectBook, 'peek'>,
): readonly Route[] {
  const report = createRoute(
    reportError,
    async ({ query: { projectId }, body, client }) => {
      const isKnown = peek(projectId) !== undefined
      const from = { project: projectId, isKnown, caller: hashCaller(projectId, client), now: context.now() }
      if (await addReport(requireDatabase(context), scrubReport(body), from)) return {}
      const options = { status: 429, code: 'RATE_LIMITED', retryAfter: 60 }
      throw new GatewayError('Too many reports. Up to five per minute are stored.', options)
    },
    { bodyLimit: 20_000 },
  )
  return [report]
}

/** Identifies a client for a minute; the row is deleted afterwards. */
function hashCaller(projectId: string, client: string): string {
  return createHash('sha256')
    .update(JSON.stringify([projectId, client]))
    .digest('base64url')
}

/** One row per client with the times of its last five reports, so that concurrent requests to all gateways count together. */
const takeQuota = `
  INSERT INTO error_quotas AS old (id, times, valid_until) VALUES ($1, ARRAY[$2::bigint], $2::bigint + ${quota.time})
  ON CONFLICT (id) DO UPDATE
    SET times = (array_prepend($2::bigint, old.times))[1:${quota.max}], valid_until = excluded.valid_until
  WHERE coalesce(old.times[${quota.max}], $2::bigint - ${quota.time}) <= $2::bigint - ${quota.time}
  RETURNING 1`

const insert = `
  INSERT INTO error_reports (project, id, report, valid_until)
  SELECT $1, $2, $3, $4::bigint WHERE ${retention.max} > (
    SELECT count(*) FROM (SELECT FROM error_reports WHERE project = $1 OR NOT $5::boolean LIMIT ${retention.max}) AS stored
  )
  ON CONFLICT (project, id) DO UPDATE SET valid_until = error_reports.valid_until
  RETURNING 1`

type ReportSource = {
  readonly project: string
  /** Whether the project has settings. */
  readonly isKnown: boolean
  readonly caller: string
  readonly now: number
}

/** False if the client's quota or the project's space is used up. */
async function addReport(
  { query }: Database,
  report: ErrorReport,
  { project, isKnown, caller, now }: ReportSource,
): Promise<boolean> {
  if ((await query(takeQuota, [caller, now])).length === 0) return false
  const values = [project, report.eventId, JSON.stringify(report), now + retention.time, isKnown]
  return (await query(insert, values)).length === 1
}
