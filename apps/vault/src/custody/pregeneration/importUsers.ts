import { open } from 'node:fs/promises'
import { toSmartAccount } from '../../signing/smart/smartAccount.js'
import type { AuditEntry } from '../audit/events.js'
import { isProblem, type NewUser, type Problem } from './newUser.js'
import { batchSize, checkUsers, type Pregenerated, type PregenerationContext, pregenerateUsers } from './pregenerate.js'
import { readUsersFile, type UserLine } from './readUsersFile.js'

export type ImportToRun = {
  readonly file: string
  readonly project: string
  /** The operator and the reason. */
  readonly entry: AuditEntry
  /** Checks only. */
  readonly isDryRun: boolean
  /** Imports the others if there are invalid rows, instead of nothing. */
  readonly skipsInvalid: boolean
  /** A new file, which gets a row for each of the import's. */
  readonly report: string | undefined
  /** Gets a line for people, about progress. */
  readonly say: (line: string) => void
}

export type ImportReport = {
  /** Whether every row has its user. */
  readonly ok: boolean
  readonly rows: number
  /** In a dry run: those that would be created. */
  readonly created: number
  readonly existing: number
  readonly invalid: number
  /** The first of the invalid ones. */
  readonly problems: readonly (Problem & { readonly line: number })[]
  readonly ignoredColumns: readonly string[]
}

/** Invalid rows in the output. The report has them all. */
const maxProblems = 20

/** Rows between two lines about progress. */
const progress = 1_000

/**
 * Creates the users of a CSV file and their wallets, after checking the whole file. It is done in batches, each of which is in the database
 * completely or not at all; run it again after an interruption: users that exist are left as they are. Throws if the file can't be read.
 */
export async function importUsers(context: PregenerationContext, run: ImportToRun): Promise<ImportReport> {
  const { project, entry, isDryRun, skipsInvalid, say } = run
  const report = run.report === undefined ? undefined : await createReport(run.report)
  try {
    const checked = await readThrough(context, run, {
      ...{ verb: 'Checked', report },
      perform: (users) => checkUsers(context, { project, users, entry }),
    })
    if (isDryRun) return checked
    if (checked.invalid > 0 && !skipsInvalid) {
      say('Nothing was imported. Correct the invalid rows, or import the others with --skip-invalid.')
      return { ...checked, created: 0 }
    }
    await report?.restart()
    return await readThrough(context, run, {
      ...{ verb: 'Imported', report },
      perform: (users) => pregenerateUsers(context, { project, users, entry }),
    })
  } finally {
    await report?.close()
  }
}

type Pass = {
  readonly verb: string
  readonly report: Report | undefined
  readonly perform: (users: readonly NewUser[]) => Promise<readonly Pregenerated[]>
}

/** Reads the file once, in batches. */
async function readThrough(
  { now }: PregenerationContext,
  { file, say }: ImportToRun,
  { verb, report, perform }: Pass,
): Promise<ImportReport> {
  const counts = { rows: 0, created: 0, existing: 0, invalid: 0 }
  const problems: (Problem & { readonly line: number })[] = []
  let ignoredColumns: readonly string[] = []
  /** The line on which each login and external id was first seen. */
  const seen = new Map<string, number>()
  let batch: UserLine[] = []

  const flush = async (): Promise<void> => {
    const users = batch.flatMap(({ user }) => (isProblem(user) ? [] : [user]))
    const results = users.length > 0 ? await perform(users) : []
    const byUser = new Map(users.map((user, index) => [user, results[index]]))
    for (const { line, user } of batch) {
      const done = isProblem(user) ? { status: 'invalid' as const, ...user } : byUser.get(user)
      if (!done) throw new Error('A row has no result.')
      counts[done.status === 'free' ? 'created' : done.status] += 1
      if (done.status === 'invalid' && problems.length < maxProblems) {
        const { status: _, value, ...problem } = done
        problems.push({ line, ...problem, ...(value !== undefined && { value: toPlain(value) }) })
      }
      await report?.write({ line, user, done })
    }
    const before = counts.rows
    counts.rows += batch.length
    batch = []
    if (Math.floor(before / progress) < Math.floor(counts.rows / progress))
      say(`${verb} ${counts.rows} rows: ${counts.existing} exist, ${counts.invalid} invalid.`)
  }

  const onColumns = (ignored: readonly string[]): void => {
    ignoredColumns = ignored.map(toPlain)
  }
  for await (const { line, user } of readUsersFile(file, { now: now(), onColumns })) {
    batch.push({ line, user: isProblem(user) ? user : (findRepeat(seen, { line, user }) ?? user) })
    if (batch.length === batchSize) await flush()
  }
  if (batch.length > 0) await flush()
  return { ok: counts.invalid === 0, ...counts, problems, ignoredColumns }
}

/** A login or an id that an earlier line has. */
function findRepeat(
  seen: Map<string, number>,
  { line, user }: { readonly line: number; readonly user: NewUser },
): Problem | undefined {
  const login = 'email' in user ? user.email : `${user.provider} ${user.subject}`
  for (const [key, name] of [
    [`login ${login}`, 'login'],
    ...(user.externalId === null ? [] : [[`id ${user.externalId}`, 'external id'] as const]),
  ] as const) {
    const first = seen.get(key)
    if (first !== undefined) return { code: 'DUPLICATE', message: `Line ${first} has the same ${name}.` }
    seen.set(key, line)
  }
  return undefined
}

type Row = { readonly line: number; readonly user: NewUser | Problem; readonly done: Pregenerated }

/** The outcome of each row, as CSV. */
type Report = {
  readonly write: (row: Row) => Promise<void>
  /** Empties it. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

const reportColumns = 'line,status,code,problem,value,user,external_id,eip155,solana,smart_account\n'

/** Throws if there is such a file: it may be the one to import. Only its owner can read it. */
async function createReport(path: string): Promise<Report> {
  const file = await open(path, 'ax', 0o600)
  await file.writeFile(reportColumns)
  return {
    write: ({ line, user, done }) => file.writeFile(`${toCells({ line, user, done }).map(toCell).join(',')}\n`),
    restart: async () => {
      await file.truncate(0)
      await file.writeFile(reportColumns)
    },
    close: () => file.close(),
  }
}

function toCells({ line, user, done }: Row): readonly string[] {
  if (done.status === 'created' || done.status === 'existing') {
    const { eip155, solana } = done.accounts
    const { address } = toSmartAccount(done.accounts)
    return [
      ...[String(line), done.status, '', '', ''],
      ...[done.user.id, done.user.external_id ?? '', eip155, solana, address],
    ]
  }
  const externalId = isProblem(user) ? '' : (user.externalId ?? '')
  const problem = done.status === 'invalid' ? [done.code, done.message, done.value ?? ''] : ['', '', '']
  return [String(line), done.status, ...problem, '', externalId, '', '', '']
}

/**
 * A cell that a spreadsheet shows as text: one that starts like a formula gets an apostrophe. [OWASP, CSV injection] The values of invalid
 * rows can be anything.
 */
function toCell(text: string): string {
  const plain = toPlain(text)
  const shown = /^\s*[=+\-@|]/.test(plain) ? `'${plain}` : plain
  return /[",;\t']/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** Without control characters, and short. */
function toPlain(text: string): string {
  const plain = text.replaceAll(/\p{C}/gu, ' ')
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain
}
