import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { GatewayContext } from '../context.js'
import { type Database, requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { parseInput, type Route, toJsonResponse } from '../http/route.js'
import { type ErrorReport, parseReport } from './report.js'

/** How many in which time (milliseconds). [S7.24] */
const quota = { most: 5, time: 60_000 } as const

/** Reports that are kept of a project, and for how long. */
const retention = { most: 10_000, time: 30 * 86_400_000 } as const

type ErrorReportStore = {
  /** False where the caller's quota or the project's room is used up. */
  readonly add: (report: ErrorReport, from: { project: string; caller: string; now: number }) => Promise<boolean>
}

/** One row for a caller, with the times of the last five: of many at once, in all gateways together, five get through. */
const takeQuota = `
  INSERT INTO error_quotas AS old (id, times, valid_until) VALUES ($1, ARRAY[$2::bigint], $2::bigint + ${quota.time})
  ON CONFLICT (id) DO UPDATE
    SET times = (array_prepend($2::bigint, old.times))[1:${quota.most}], valid_until = excluded.valid_until
  WHERE coalesce(old.times[${quota.most}], $2::bigint - ${quota.time}) <= $2::bigint - ${quota.time}
  RETURNING 1`

const insert = `
  INSERT INTO error_reports (project, id, report, valid_until)
  SELECT $1, $2, $3, $4::bigint WHERE (SELECT count(*) FROM error_reports WHERE project = $1) < ${retention.most}
  ON CONFLICT (project, id) DO UPDATE SET valid_until = error_reports.valid_until
  RETURNING 1`

function createErrorReportStore({ query }: Database): ErrorReportStore {
  return {
    async add(report, { project, caller, now }) {
      if ((await query(takeQuota, [caller, now])).length === 0) return false
      const values = [project, report.eventId, JSON.stringify(report), now + retention.time]
      return (await query(insert, values)).length === 1
    },
  }
}

const reportQuery = z.object({ projectId: z.string().regex(/^[\w.-]{1,128}$/, 'is no id of a project') })

/** Takes in what went wrong in pages: five in a minute of each visitor of a project. [S7.23, S7.24] */
export function createErrorReportRoutes(context: GatewayContext): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/e',
      bodyLimit: 20_000,
      answer: async ({ query, body, client }) => {
        const { projectId } = parseInput(reportQuery, Object.fromEntries(query))
        const report = parseReport(body)
        const from = { project: projectId, caller: hashCaller(projectId, client), now: context.now() }
        if (await createErrorReportStore(requireDatabase(context)).add(report, from))
          return toJsonResponse({}, { status: 202 })
        const options = { status: 429, code: 'RATE_LIMITED', retryAfter: 60 }
        throw new GatewayError('Five reports in a minute are taken, and so many of a project.', options)
      },
    },
  ]
}

/** Tells callers apart for a minute; the row that bears it goes then. */
function hashCaller(projectId: string, client: string): string {
  return createHash('sha256')
    .update(JSON.stringify([projectId, client]))
    .digest('base64url')
}
