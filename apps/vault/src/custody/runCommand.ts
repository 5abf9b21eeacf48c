import { verifyAudit } from './audit/verifyAudit.js'
import { readKekOfBackup } from './backup/readKekOfBackup.js'
import { restoreBackup } from './backup/restoreBackup.js'
import { verifyBackup } from './backup/verifyBackup.js'
import { writeBackup } from './backup/writeBackup.js'
import type { Custody } from './custody.js'
import { type Database, openDatabase } from './database/openDatabase.js'
import type { KekBackend } from './keys/backends/kekBackend.js'
import { openKek } from './keys/backends/openKek.js'
import { readKekOptions } from './keys/backends/readKekOptions.js'
import { openKeys } from './keys/openKeys.js'
import { restoreKek } from './keys/restoreKek.js'
import { rotateKek } from './keys/rotation/rotateKek.js'
import { showKek } from './keys/showKek.js'
import { revokeSessions } from './sessions/revokeSessions.js'
import { switchSigning } from './signingSwitch/signingSwitch.js'

type Environment = Readonly<Record<string, string | undefined>>

const usage = `custody                           answers the site
custody backup <file>             writes what the database holds, still sealed, to a new file; the key is not in it
custody restore --verify <file>   fills an empty database, after every wallet has opened and given its addresses
custody verify <file>             looks whether a backup could be restored; needs no database
custody audit                     follows the audit log to its end
custody stop-signing              nothing is signed or exported from now on, by any process; logins go on
custody start-signing             lets it go on
custody revoke                    logs everybody out, and forgets their devices
custody show-kek                  writes the key-encryption key as 24 words, for paper
custody restore-kek               keeps the key of the words, which it reads from its input
custody rotate-kek [--prepare]    exchanges the key-encryption key while custody runs; killed, it goes on when run again`

/** How often running custodies have looked at the keys by then, which may take its time. */
const looks = 3

type Question = {
  readonly file: string
  readonly flags: readonly string[]
  readonly need: (name: string) => string
  readonly getKek: () => KekBackend
  readonly readInput: () => Promise<string>
}

type Command = {
  /** Whether a file is named behind it. */
  readonly namesFile: boolean
  readonly run: (question: Question) => Promise<unknown>
}

const withDatabase = async <value>(
  need: Question['need'],
  work: (database: Database) => Promise<value>,
): Promise<value> => {
  const database = openDatabase({ url: need('DATABASE_URL'), warn: console.error })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const withKeys = async <value>(
  { need, getKek }: Pick<Question, 'need' | 'getKek'>,
  work: (custody: Pick<Custody, 'database' | 'keys' | 'now'>) => Promise<value>,
): Promise<value> =>
  withDatabase(need, async (database) => {
    const { keys } = await openKeys(database, { kek: getKek(), createsKek: false })
    return work({ database, keys, now: Date.now })
  })

const commands: Readonly<Record<string, Command>> = {
  backup: {
    namesFile: true,
    run: ({ file, need }) => withDatabase(need, (database) => writeBackup(database, { file, now: Date.now })),
  },
  restore: {
    namesFile: true,
    run: ({ file, need, getKek }) => withDatabase(need, (database) => restoreBackup(database, { file, kek: getKek() })),
  },
  verify: {
    namesFile: true,
    run: async ({ file, getKek }) => verifyBackup(file, await readKekOfBackup(getKek())),
  },
  audit: {
    namesFile: false,
    run: (question) => withKeys(question, ({ database, keys }) => verifyAudit(database, keys)),
  },
  'stop-signing': {
    namesFile: false,
    run: (question) => withKeys(question, (custody) => switchSigning(custody, { isStopped: true })),
  },
  'start-signing': {
    namesFile: false,
    run: (question) => withKeys(question, (custody) => switchSigning(custody, { isStopped: false })),
  },
  revoke: { namesFile: false, run: (question) => withKeys(question, revokeSessions) },
  'show-kek': { namesFile: false, run: ({ getKek }) => showKek(getKek()) },
  'restore-kek': {
    namesFile: false,
    run: async ({ getKek, readInput }) => restoreKek(getKek(), await readInput()),
  },
  'rotate-kek': {
    namesFile: false,
    run: ({ need, getKek, flags }) =>
      withDatabase(need, (database) => {
        const kek = getKek()
        const prepares = flags.includes('--prepare')
        return rotateKek(database, { kek, prepares, settle: looks * kek.look, now: Date.now })
      }),
  },
}

/** What an operator asks for by hand. Gives what there is to say. Throws with the reason. */
export async function runCommand(
  words: readonly string[],
  {
    environment,
    readInput,
  }: {
    readonly environment: Environment
    /** All that stands on the program's input. */
    readonly readInput: () => Promise<string>
  },
): Promise<unknown> {
  const [name = '', ...rest] = words
  const need: Question['need'] = (variable) => {
    const value = environment[variable]?.trim()
    if (!value) throw new Error(`${variable} is not set.`)
    return value
  }
  const flags = rest.filter((word) => word.startsWith('--'))
  const [file = '', ...more] = rest.filter((word) => !word.startsWith('--'))
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || more.length > 0 || command.namesFile !== (file !== '')) throw new Error(usage)
  const getKek: Question['getKek'] = () => openKek(readKekOptions(environment))
  return command.run({ file, flags, need, getKek, readInput })
}
