import type { Database } from '../database/openDatabase.js'
import type { ErrorReport } from './parseReport.js'

/** How many in which time (milliseconds). [S7.24] */
const quota = { most: 5, time: 60_000 } as const

/** Reports that are kept of a project, and for how long. */
const kept = { most: 10_000, time: 30 * 86_400_000 } as const

export type ErrorStore = {
  /** False where the caller's quota or the project's room is used up. */
  readonly add: (report: ErrorReport, from: { project: string; caller: string; now: number }) => Promise<boolean>
}

/** One row for a caller, with the times of the last five: of many at once, in all gateways together, five get through. */
const take = `
  INSERT INTO error_quotas AS old (id, times, valid_until) VALUES ($1, ARRAY[$2::bigint], $2::bigint + ${quota.time})
  ON CONFLICT (id) DO UPDATE
    SET times = (array_prepend($2::bigint, old.times))[1:${quota.most}], valid_until = excluded.valid_until
  WHERE coalesce(old.times[${quota.most}], $2::bigint - ${quota.time}) <= $2::bigint - ${quota.time}
  RETURNING 1`

const insert = `
  INSERT INTO error_reports (project, id, report, valid_until)
  SELECT $1, $2, $3, $4::bigint WHERE (SELECT count(*) FROM error_reports WHERE project = $1) < ${kept.most}
  ON CONFLICT (project, id) DO UPDATE SET valid_until = error_reports.valid_until
  RETURNING 1`

export function createErrorStore({ query }: Database): ErrorStore {
  return {
    async add(report, { project, caller, now }) {
      if ((await query(take, [caller, now])).length === 0) return false
      const values = [project, report.eventId, JSON.stringify(report), now + kept.time]
      return (await query(insert, values)).length === 1
    },
  }
}
