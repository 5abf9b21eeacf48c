import { verifyAudit } from './audit/verifyAudit.js'
import { restoreBackup } from './backup/restoreBackup.js'
import { verifyBackup } from './backup/verifyBackup.js'
import { writeBackup } from './backup/writeBackup.js'
import type { Custody } from './custody.js'
import { type Database, openDatabase } from './database/openDatabase.js'
import { readKeks } from './keys/kekFile.js'
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
custody restore-kek               makes the key file from the words, which it reads from its input
custody rotate-kek [--prepare]    exchanges the key-encryption key while custody runs; killed, it goes on when run again`

/** Milliseconds: custodies look at the key file each second. */
const settle = 3_000

type Question = {
  readonly file: string
  readonly flags: readonly string[]
  readonly need: (name: string) => string
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
  need: Question['need'],
  work: (custody: Pick<Custody, 'database' | 'keys' | 'now'>) => Promise<value>,
): Promise<value> =>
  withDatabase(need, async (database) => {
    const { keys } = await openKeys(database, { kekFile: need('VAULT_KEK_FILE'), createsKek: false })
    return work({ database, keys, now: Date.now })
  })

const commands: Readonly<Record<string, Command>> = {
  backup: {
    namesFile: true,
    run: ({ file, need }) => withDatabase(need, (database) => writeBackup(database, { file, now: Date.now })),
  },
  restore: {
    namesFile: true,
    run: ({ file, need }) =>
      withDatabase(need, (database) => restoreBackup(database, { file, kekFile: need('VAULT_KEK_FILE') })),
  },
  verify: {
    namesFile: true,
    run: async ({ file, need }) => {
      const kekFile = need('VAULT_KEK_FILE')
      const keks = await readKeks(kekFile)
      if (!keks) throw new Error(`There is no key-encryption key at ${kekFile}. A backup opens with its own only.`)
      return verifyBackup(file, keks)
    },
  },
  audit: { namesFile: false, run: ({ need }) => withKeys(need, ({ database, keys }) => verifyAudit(database, keys)) },
  'stop-signing': {
    namesFile: false,
    run: ({ need }) => withKeys(need, (custody) => switchSigning(custody, { isStopped: true })),
  },
  'start-signing': {
    namesFile: false,
    run: ({ need }) => withKeys(need, (custody) => switchSigning(custody, { isStopped: false })),
  },
  revoke: { namesFile: false, run: ({ need }) => withKeys(need, revokeSessions) },
  'show-kek': { namesFile: false, run: ({ need }) => showKek(need('VAULT_KEK_FILE')) },
  'restore-kek': {
    namesFile: false,
    run: async ({ need, readInput }) => restoreKek({ kekFile: need('VAULT_KEK_FILE'), words: await readInput() }),
  },
  'rotate-kek': {
    namesFile: false,
    run: ({ need, flags }) =>
      withDatabase(need, (database) =>
        rotateKek(database, {
          ...{ kekFile: need('VAULT_KEK_FILE'), prepares: flags.includes('--prepare') },
          ...{ settle, now: Date.now },
        }),
      ),
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
  return command.run({ file, flags, need, readInput })
}
