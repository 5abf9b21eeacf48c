import { createCertificates } from '../../../tls/createCertificates.js'
import { verifyChain } from '../../audit/verifyAudit.js'
import { openKek, readKekOptions } from '../../keys/backends/openKek.js'
import { restoreKek, showKek } from '../../keys/kekWords.js'
import { formatHolderKey } from '../wire.js'
import { appendEntries, type HolderStore, type NewEntry, openHolderStore } from './holderDatabase.js'
import { readLastHour, readState } from './openShare.js'

/** Every command, a line each. */
export const usage: string = `Usage:

holder                              starts the share holder, which custody asks
holder --print-config               prints the settings with where each comes from, without secrets, and what is wrong
holder show-key                     prints the public key that custody's operator needs
holder freeze --reason=…            stops opening keys; once it returns, none is opened
holder unfreeze --reason=…          opens keys again
holder allow-maintenance --minutes=<n> --reason=…   opens keys without a user's call for a while: to verify, join or re-share
holder end-maintenance              ends that at once
holder status                       prints whether it is frozen or in maintenance, and what it did within the last hour
holder log [--after=<seq>]          prints the log as lines of JSON
holder verify-log                   verifies the log to its end, and prints its last hash to compare with earlier ones
holder create-certificates <folder> [--days=<n>]   for the holder and the custody that asks it, with their own authority
holder show-kek                     prints the holder's key as 24 words, to write down on paper
holder restore-kek                  stores the key of the 24 words, or both keys of 48, read from standard input`

type Context = {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Reads all of the standard input. */
  readonly readInput: () => Promise<string>
  readonly now?: (() => number) | undefined
}

type Store = Pick<HolderStore, 'database' | 'chain' | 'getPublicKey'>

type Command = (options: Readonly<Record<string, string>>, context: Context, file: string) => Promise<unknown>

const withStore =
  (work: (store: Store, options: Readonly<Record<string, string>>) => Promise<unknown>): Command =>
  async (options, { environment, now = Date.now }) => {
    const databaseUrl = environment['DATABASE_URL']?.trim()
    if (!databaseUrl) throw new Error('DATABASE_URL is not set.')
    const kek = openKek(readKekOptions(environment))
    const store = await openHolderStore({ databaseUrl, kek, now, warn: console.error })
    try {
      return await work(store, options)
    } finally {
      await store.database.close()
    }
  }

/** Days: a longer one is more likely forgotten than needed. */
const maxMinutes = 1_440

const logPage = 1_000

const commands: Readonly<Record<string, { readonly options: readonly string[]; readonly run: Command }>> = {
  'show-key': { options: [], run: withStore(async ({ getPublicKey }) => formatHolderKey(getPublicKey())) },
  freeze: {
    options: ['reason'],
    run: withStore((store, { reason = '' }) => append(store, 'holder.frozen', { reason })),
  },
  unfreeze: {
    options: ['reason'],
    run: withStore((store, { reason = '' }) => append(store, 'holder.unfrozen', { reason })),
  },
  'allow-maintenance': {
    options: ['minutes', 'reason'],
    run: withStore((store, { minutes = '', reason = '' }) => {
      if (!/^\d{1,4}$/.test(minutes) || Number(minutes) < 1 || Number(minutes) > maxMinutes)
        throw new Error(`--minutes must be a number from 1 to ${maxMinutes}.`)
      const until = store.chain.now() + Number(minutes) * 60_000
      return append(store, 'maintenance.opened', { until, reason })
    }),
  },
  'end-maintenance': { options: [], run: withStore((store) => append(store, 'maintenance.closed', {})) },
  status: { options: [], run: withStore(readStatus) },
  log: { options: ['after?'], run: withStore((store, { after = '0' }) => printLog(store, after)) },
  'verify-log': {
    options: [],
    run: withStore(async ({ database, chain }) => {
      const check = await verifyChain(database, { audit: Buffer.from(chain.key) })
      return { entries: check.count(), last: check.last()?.toString('hex') }
    }),
  },
  'create-certificates': {
    options: ['days?'],
    run: async ({ days = '365' }, { now = Date.now }, folder) => {
      if (!/^\d{1,4}$/.test(days)) throw new Error(`${days} is not a number.`)
      return createCertificates(folder, { now: now(), days: Number(days), roles: ['holder', 'holderClient'] })
    },
  },
  'show-kek': { options: [], run: async (_, { environment }) => showKek(openKek(readKekOptions(environment))) },
  'restore-kek': {
    options: [],
    run: async (_, { environment, readInput }) => restoreKek(openKek(readKekOptions(environment)), await readInput()),
  },
}

/** Runs a command of the holder's operator. Returns its output. Throws with the reason. */
export async function runHolderCommand(words: readonly string[], context: Context): Promise<unknown> {
  const [name = '', ...rest] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const [file = '', ...more] = rest.filter((word) => !word.startsWith('--'))
  const given = Object.fromEntries(
    rest.flatMap((word) => {
      const found = /^--([a-z]+)=(.*)$/s.exec(word)
      return found ? [[found[1] ?? '', found[2] ?? '']] : []
    }),
  )
  const isWrong = more.length > 0 || (name === 'create-certificates') !== (file !== '')
  if (!command || isWrong) throw new Error(usage)
  const names = command.options.map((option) => option.replace('?', ''))
  const unknown = rest.find((word) => word.startsWith('--') && !names.includes(/^--([a-z]+)=/.exec(word)?.[1] ?? ''))
  if (unknown !== undefined) throw new Error(`holder ${name} has no option ${unknown}.`)
  const missing = command.options.find((option) => !option.endsWith('?') && !given[option])
  if (missing !== undefined) throw new Error(`holder ${name} needs --${missing}=…`)
  return command.run(given, context, file)
}

/** Waits for openings that have begun, as each takes the log's lock. */
async function append(store: Store, event: NewEntry['event'], entry: Omit<NewEntry, 'event'>): Promise<unknown> {
  await store.database.inTransaction((client) => appendEntries(store, client, [{ event, ...entry }]))
  return { ok: true, event, ...entry }
}

async function readStatus(store: Store): Promise<unknown> {
  const { database } = store
  return { ...(await readState(store, database)), lastHour: await readLastHour(store, database) }
}

async function printLog({ database }: Store, after: string): Promise<string> {
  if (!/^\d{1,15}$/.test(after)) throw new Error(`${after} is not the number of an entry.`)
  const lines: string[] = []
  for (let last = Number(after); ; ) {
    const rows = await database.query<{ seq: string; at: string; event: string; entry: string; hash: Buffer }>(
      `SELECT seq, at, event, entry, hash FROM audit WHERE seq > $1 ORDER BY seq LIMIT ${logPage}`,
      [last],
    )
    for (const { seq, at, event, entry, hash } of rows)
      lines.push(
        JSON.stringify({
          ...{ seq: Number(seq), at: Number(at), event },
          entry: JSON.parse(entry) as unknown,
          hash: hash.toString('hex'),
        }),
      )
    const end = rows.at(-1)
    if (!end) return lines.join('\n')
    last = Number(end.seq)
  }
}
