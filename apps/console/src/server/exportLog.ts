import type { AuditPage } from '@latchkey/gateway/admin'
import type { OperatorResult } from '@latchkey/vault/operators'
import { z } from 'zod'
import { listLog } from './audit.js'
import type { ConsoleContext } from './context.js'
import { ConsoleError } from './errors.js'
import { forward } from './forward.js'
import type { Operator } from './operators.js'

export type ExportParams = z.output<typeof exportParams>
const text = z.string().max(128).optional()
export const exportParams: z.ZodType<{
  readonly log: 'console' | 'vault' | 'gateway'
  readonly format: 'csv' | 'jsonl'
  readonly event?: string | undefined
  readonly operator?: string | undefined
  readonly user?: string | undefined
  readonly project?: string | undefined
}> = z.strictObject({
  log: z.enum(['console', 'vault', 'gateway']),
  format: z.enum(['csv', 'jsonl']),
  event: text,
  operator: text,
  user: text,
  project: text,
})

type Line = {
  readonly seq: number
  readonly at: number
  readonly event: string
  readonly operator: string
  readonly entry: unknown
}
type Page = { readonly lines: readonly Line[]; readonly next: number | undefined }

/** Entries of a page. */
const limit = 200

/** Yields a log with its filters, newest first, as CSV with a header or as one JSON object per line. Throws as reading the log does. */
export async function* exportLog(
  context: ConsoleContext,
  {
    operator,
    ...params
  }: Omit<ExportParams, 'operator'> & { readonly operator: Operator; readonly by?: string | undefined },
): AsyncGenerator<string> {
  let before: number | undefined
  if (params.format === 'csv') yield 'seq,time,event,operator,entry\r\n'
  do {
    const page: Page = await readPage(context, { ...params, before, operator })
    const write = params.format === 'csv' ? toCsv : toJsonLine
    if (page.lines.length > 0) yield page.lines.map(write).join('')
    before = page.next
  } while (before !== undefined)
}

type ReadPageOptions = Omit<ExportParams, 'operator'> & {
  readonly before: number | undefined
  readonly operator: Operator
  readonly by?: string | undefined
}

async function readPage(context: ConsoleContext, options: ReadPageOptions): Promise<Page> {
  const { log, event, before, by } = options
  if (log === 'console') {
    const lines = await listLog(context, { event, operator: by, before, limit })
    return { lines, next: lines.length === limit ? lines.at(-1)?.seq : undefined }
  }
  if (log === 'gateway') {
    const { entries, next } = await readService<AuditPage>(context, '/admin/v1/audit', options)
    const lines = entries.map(({ id, at, operator, action, ...entry }) => ({
      seq: id,
      at,
      event: action,
      operator,
      entry,
    }))
    return { lines, next: next ?? undefined }
  }
  const { events, next } = await readService<OperatorResult<'GET /v1/audit'>>(context, '/v1/audit', options)
  const lines = events.map((one) => ({ ...one, operator: String(one.entry['operator'] ?? '') }))
  return { lines, next }
}

async function readService<result>(
  context: ConsoleContext,
  path: string,
  { log, event, user, project, before, operator, by }: ReadPageOptions,
): Promise<result> {
  const filters = { event, user, project, operator: by, before, limit }
  const given = Object.entries(filters).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, String(value)]],
  )
  const reply = await forward(context, {
    service: log === 'gateway' ? 'gateway' : 'vault',
    path,
    permission: 'audit.read',
    method: 'GET',
    search: `?${new URLSearchParams(given)}`,
    body: undefined,
    operator,
  })
  if (reply.status === 200) return JSON.parse(reply.body) as result
  throw new ConsoleError(`The log could not be read: ${reply.body.slice(0, 200)}`, { code: 'SERVICE_UNAVAILABLE' })
}

const toJsonLine = (line: Line): string => `${JSON.stringify(line)}\n`

function toCsv({ seq, at, event, operator, entry }: Line): string {
  return `${[seq, new Date(at).toISOString(), event, operator, JSON.stringify(entry)].map(toCell).join(',')}\r\n`
}

/** Quotes a cell, and keeps spreadsheets from running it as a formula. */
function toCell(value: string | number): string {
  const plain = String(value)
  const safe = /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
