import { type Database, runMigrate } from '@latchkey/server-kit/database'
import { readProjects } from '../projects/parseProjects.js'
import { createCertificates } from '../tls/createCertificates.js'
import { verifyAudit } from './audit/verifyAudit.js'
import { writeBackup } from './backup/backupFile.js'
import { describeDrill, runDrill } from './backup/drills.js'
import { readKekOfBackup, restoreBackup, verifyBackup } from './backup/restoreBackup.js'
import type { Custody } from './custody.js'
import { openDatabase, schema } from './database/database.js'
import type { KekBackend } from './keys/backends/kekBackend.js'
import { openKek, readKekOptions } from './keys/backends/openKek.js'
import { readKeyHost } from './keys/host/connectKeyHost.js'
import { createKeyHost, type OpenKeyHost } from './keys/host/keyHost.js'
import { restoreKek, showKek } from './keys/kekWords.js'
import { refuseOldKeys } from './keys/keyRing.js'
import { openKeys, type Settings } from './keys/openKeys.js'
import { rotateKek, settlePolls } from './keys/rotation/rotateKek.js'
import { type OperatorCommand, operatorCommands } from './operators/commands.js'
import { readStoredProjects } from './projects/storedProjects.js'
import { mergeProjects } from './projects/watchProjects.js'
import { readHolders } from './split/holders.js'
import { joinWallets, splitWallets } from './wallets/splitWallets.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Every command, a line each. */
export const usage: string = `Usage:

custody                           starts custody, which answers the site
custody --print-config            prints the settings with where each comes from, without secrets, and what is wrong
custody migrate [--dry-run]       migrates the database, or prints the SQL that it would run; as the role of
                                  MIGRATION_DATABASE_URL, if it is set
custody backup <file>             writes the database to a new file, still encrypted and without the key
custody restore --verify [--holders] <file>  fills an empty database after checking that every wallet decrypts to its
                                  addresses; split wallets only with --holders, during maintenance of a share holder
custody verify [--holders] <file> checks whether a backup can be restored, without a database
custody audit                     verifies the audit log to its end
custody drill [--sample=<n>]      backs up, restores into a temporary database, decrypts wallets there, and drops it
custody create-certificates <folder> [--days=<n>]  for custody, its sites and an operator console, with their own authority
custody show-kek                  prints the key-encryption key as 24 words, to write down on paper
custody restore-kek               stores the key of the 24 words, or both keys of 48, read from standard input
custody rotate-kek [--prepare]    rotates the key-encryption key while custody runs; run it again to resume
custody split-wallets             splits every wallet between custody and the share holders; run it again to resume
custody join-wallets              lets custody open every wallet alone again, during maintenance of a share holder

For operators, identified by OPERATOR_TOKEN:
${Object.entries(operatorCommands).map(toUsage).join('\n')}`

function toUsage([name, { namesFile, options, help }]: readonly [string, OperatorCommand]): string {
  const words = options.map((option) => (option.endsWith('?') ? `[--${option.slice(0, -1)}=…]` : `--${option}=…`))
  return `custody ${[name, ...(namesFile ? ['<file>'] : []), ...words].join(' ')}\n    ${help}`
}

type CommandContext = {
  readonly file: string
  readonly flags: readonly string[]
  /** Given as `--name=value`. */
  readonly options: Readonly<Record<string, string>>
  readonly environment: Environment
  readonly say: (line: string) => void
  /** Called with failures that don't end the command; only thrown errors do. */
  readonly warn: (cause: unknown) => void
  readonly need: (name: string) => string
  readonly getKek: () => KekBackend
  /** Undefined: wallets are opened in this process. */
  readonly getKeyHost: () => Promise<OpenKeyHost | undefined>
  readonly readInput: () => Promise<string>
}

type Command = {
  /** Whether a file name follows. */
  readonly namesFile: boolean
  /** Given as `--name=value`; those with a question mark are optional. */
  readonly options?: readonly string[] | undefined
  /** Options without a value, such as `--dry-run`. */
  readonly flags?: readonly string[] | undefined
  readonly run: (context: CommandContext) => Promise<unknown>
}

const withDatabase = async <value>(
  need: CommandContext['need'],
  work: (database: Database) => Promise<value>,
): Promise<value> => {
  const database = openDatabase({ url: need('DATABASE_URL'), warn: console.error })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

type KeysContext = Pick<CommandContext, 'need' | 'getKek' | 'getKeyHost' | 'environment' | 'warn'>

type OpenedCustody = Pick<Custody, 'database' | 'keys' | 'keyHost' | 'holders' | 'instance' | 'now' | 'warn'> &
  Pick<Settings, 'check'>

const withKeys = async <value>(
  { need, getKek, getKeyHost, environment, warn }: KeysContext,
  work: (custody: OpenedCustody) => Promise<value>,
): Promise<value> =>
  withDatabase(need, async (database) => {
    const { keys, instance, check } = await openKeys(database, {
      kek: getKek(),
      createsKek: false,
      migrates: mayMigrate(environment),
    })
    const openKeyHost = (await getKeyHost()) ?? createKeyHost
    const holders = await readHolders(environment, { now: Date.now() })
    const keyHost = openKeyHost({ keys, instance })
    return work({ database, keys, keyHost, holders, instance, check, now: Date.now, warn })
  })

/** The same for commands that write data encrypted with the keys. */
const writingWithKeys = <value>(
  context: KeysContext,
  work: (custody: OpenedCustody) => Promise<value>,
): Promise<value> =>
  withKeys(context, (custody) => work({ ...custody, database: refuseOldKeys(custody.database, custody) }))

/**
 * Returns the key host and share holders for a backup. Split wallets are opened only with `--holders`, as that requires
 * maintenance.
 */
const getBackupOptions = async ({
  getKeyHost,
  flags,
  environment,
  warn,
}: Pick<CommandContext, 'getKeyHost' | 'flags' | 'environment' | 'warn'>) => ({
  openKeyHost: await getKeyHost(),
  holders: flags.includes('--holders') ? await readHolders(environment, { now: Date.now() }) : undefined,
  warn,
})

const mayMigrate = (environment: Environment): boolean => environment['MIGRATE']?.trim() !== '0'

/** Queues emails, which a running process sends. */
const idleOutbox = { wake: () => undefined, flush: async () => undefined }

const toCommand = ({ namesFile = false, options, flags, run }: OperatorCommand): Command => ({
  namesFile,
  options,
  flags,
  run: (context) =>
    writingWithKeys(context, async (custody) => {
      const file = context.environment['VAULT_PROJECTS_FILE']
      const projects = mergeProjects(
        file ? await readProjects(file) : new Map(),
        await readStoredProjects(custody, custody.database),
      )
      const publicUrl = context.need('PUBLIC_URL').replace(/\/+$/, '')
      // commands notify of no login
      const providers = new Map()
      return run(
        { ...custody, projects, providers, publicUrl, outbox: idleOutbox, allowsPrivateWebhooks: false },
        context,
      )
    }),
})

const commands: Readonly<Record<string, Command>> = {
  migrate: {
    namesFile: false,
    flags: ['--dry-run'],
    run: ({ environment, flags }) => {
      const { DATABASE_URL, MIGRATION_DATABASE_URL } = environment
      const url = MIGRATION_DATABASE_URL?.trim() || DATABASE_URL?.trim() || undefined
      return runMigrate({ schema, applicationName: 'latchkey-custody', url, words: flags })
    },
  },
  backup: {
    namesFile: true,
    run: ({ file, need }) => withDatabase(need, (database) => writeBackup(database, { file, now: Date.now })),
  },
  restore: {
    namesFile: true,
    flags: ['--verify', '--holders'],
    run: ({ file, need, getKek, ...context }) =>
      withDatabase(need, async (database) =>
        restoreBackup(database, { file, kek: getKek(), ...(await getBackupOptions(context)) }),
      ),
  },
  verify: {
    namesFile: true,
    flags: ['--holders'],
    run: async ({ file, getKek, ...context }) =>
      verifyBackup(file, { keks: await readKekOfBackup(getKek()), ...(await getBackupOptions(context)) }),
  },
  audit: {
    namesFile: false,
    run: (context) => withKeys(context, ({ database, keys }) => verifyAudit(database, keys)),
  },
  drill: {
    namesFile: false,
    options: ['sample?'],
    run: (context) =>
      withKeys(context, async (custody) => {
        const { need, getKek, getKeyHost, options, say } = context
        const sample = toNumber(options['sample'], 25)
        const openKeyHost = await getKeyHost()
        const databaseUrl = need('DATABASE_URL')
        const report = await runDrill({ ...custody, databaseUrl, kek: getKek(), openKeyHost, sample })
        if (!report) throw new Error('Another restore drill is in progress.')
        say(describeDrill(report))
        return report
      }),
  },
  'create-certificates': {
    namesFile: true,
    options: ['days?'],
    run: ({ file, options }) => createCertificates(file, { now: Date.now(), days: toNumber(options['days'], 365) }),
  },
  ...Object.fromEntries(Object.entries(operatorCommands).map(([name, command]) => [name, toCommand(command)])),
  'show-kek': { namesFile: false, run: ({ getKek }) => showKek(getKek()) },
  'restore-kek': {
    namesFile: false,
    run: async ({ getKek, readInput }) => restoreKek(getKek(), await readInput()),
  },
  'split-wallets': { namesFile: false, run: (context) => writingWithKeys(context, splitWallets) },
  'join-wallets': { namesFile: false, run: (context) => writingWithKeys(context, joinWallets) },
  'rotate-kek': {
    namesFile: false,
    flags: ['--prepare'],
    run: ({ need, getKek, getKeyHost, flags, environment }) =>
      withDatabase(need, async (database) => {
        const kek = getKek()
        const prepares = flags.includes('--prepare')
        return rotateKek(database, {
          kek,
          openKeyHost: await getKeyHost(),
          prepares,
          settle: settlePolls * kek.pollInterval,
          now: Date.now,
          migrates: mayMigrate(environment),
        })
      }),
  },
}

/** Runs an operator's command. Returns its output. Throws with the reason. */
export async function runCommand(
  words: readonly string[],
  {
    environment,
    readInput,
    say = () => undefined,
  }: {
    readonly environment: Environment
    /** Reads all of the standard input. */
    readonly readInput: () => Promise<string>
    /** Gets one line for people, besides the output for programs. */
    readonly say?: ((line: string) => void) | undefined
  },
): Promise<unknown> {
  const [name = '', ...rest] = words
  const need: CommandContext['need'] = (variable) => {
    const value = environment[variable]?.trim()
    if (!value) throw new Error(`${variable} is not set.`)
    return value
  }
  const flags = rest.filter((word) => word.startsWith('--') && !word.includes('='))
  const options = Object.fromEntries(rest.flatMap(toOption))
  const [file = '', ...more] = rest.filter((word) => !word.startsWith('--'))
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || more.length > 0 || command.namesFile !== (file !== '')) throw new Error(usage)
  assertOptions(name, { command, words: rest, given: Object.keys(options) })
  const getKek: CommandContext['getKek'] = () => openKek(readKekOptions(environment))
  const getKeyHost: CommandContext['getKeyHost'] = () =>
    readKeyHost(environment, { now: Date.now, warn: console.error })
  const warn = (cause: unknown): void => say(cause instanceof Error ? cause.message : String(cause))
  return command.run({ file, flags, options, environment, need, getKek, getKeyHost, readInput, say, warn })
}

function toOption(word: string): readonly (readonly [string, string])[] {
  const found = /^--([a-z]+)=(.*)$/s.exec(word)
  return found ? [[found[1] ?? '', found[2] ?? '']] : []
}

function assertOptions(
  name: string,
  {
    command: { options = [], flags = [] },
    words,
    given,
  }: { readonly command: Command; readonly words: readonly string[]; readonly given: readonly string[] },
): void {
  const known = options.map((option) => option.replace('?', ''))
  const unknown = words.find(
    (word) =>
      word.startsWith('--') && !flags.includes(word) && !known.some((option) => word.startsWith(`--${option}=`)),
  )
  if (unknown !== undefined) throw new Error(`custody ${name} has no option ${unknown.split('=')[0]}.`)
  const missing = options.find((option) => !option.endsWith('?') && !given.includes(option))
  if (missing !== undefined) throw new Error(`custody ${name} needs --${missing}=…`)
}

function toNumber(text: string | undefined, initial: number): number {
  if (text === undefined) return initial
  if (!/^\d{1,6}$/.test(text)) throw new Error(`${text} is not a number.`)
  return Number(text)
}
