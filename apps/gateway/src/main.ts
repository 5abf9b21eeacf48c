import { ConfigError, printConfig, readTexts } from '@latchkey/server-kit/config'
import { runMigrate, SchemaError } from '@latchkey/server-kit/database'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { createLogger, logError } from '@latchkey/server-kit/log'
import { backUp, restore } from './database/backup.js'
import { schema } from './database/database.js'
import { gatewayConfig, readEnvironment, readGatewayConfig } from './environment.js'
import { requestReindex } from './indexer/indexer.js'
import { type StartGatewayOptions, startGateway } from './startGateway.js'

const help = `Usage: node dist/main.js
       node dist/main.js --print-config
       node dist/main.js migrate [--dry-run]
       node dist/main.js reindex <chain> [height]
       node dist/main.js backup <file>
       node dist/main.js restore <file>

Starts the gateway until Ctrl-C, and prints its address. The environment or a file configures it: PORT, HOST, DATABASE_URL,
CHAINS_FILE, WALLETS_FILE and others; apps/gateway/README.md lists all of them.

  --print-config             prints the settings with where each comes from, without secrets, and what is wrong with them
  migrate [--dry-run]        migrates the database and exits, or prints the SQL that it would run; as the role of
                             MIGRATION_DATABASE_URL, if it is set
  reindex <chain> [height]   reads the blocks of a chain again, from a height on: reindex eip155:1 19000000
  backup <file>              writes names, orders, permissions, projects and usage to a new file, while gateways run
  restore <file>             checks such a file and restores it into an empty database, which it migrates; as the role of
                             MIGRATION_DATABASE_URL, if it is set`

type Command = (options: StartGatewayOptions, given: readonly string[]) => Promise<unknown>

function findCommand(name: string | undefined): Command | undefined {
  if (name === 'reindex') return requestReindex
  if (name === 'backup') return (options, files) => backUp(readFileName(files), options)
  if (name === 'restore')
    return async (_, files) => restore(readFileName(files), { databaseUrl: await readMigrationUrl() })
  return undefined
}

const [command, ...given] = process.argv.slice(2)
try {
  if (!printHelp(help)) await run()
} catch (cause) {
  // a stack adds nothing for the operator
  if (cause instanceof ConfigError || cause instanceof SchemaError || command === 'migrate')
    console.error(cause instanceof Error ? cause.message : cause)
  else logError(cause)
  process.exit(1)
}

function readFileName([file, ...rest]: readonly string[]): string {
  if (file !== undefined && file !== '' && rest.length === 0) return file
  throw new Error('Name one file. See --help.')
}

/** The database, by the role that owns its tables. */
async function readMigrationUrl(): Promise<string | undefined> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL = DATABASE_URL } = await readTexts(gatewayConfig, process.env)
  return MIGRATION_DATABASE_URL
}

async function run(): Promise<void> {
  if (command === '--print-config') return printConfig((await readGatewayConfig(process.env)).config)
  if (command === 'migrate') {
    const url = await readMigrationUrl()
    console.log(await runMigrate({ schema, applicationName: 'latchkey-gateway', url, words: given }))
    return
  }
  const { logsRequests, logLevel, ...options } = await readEnvironment(process.env)
  const runCommand = findCommand(command)
  if (runCommand) {
    try {
      console.log(JSON.stringify(await runCommand(options, given)))
    } catch (cause) {
      logError(cause)
      process.exitCode = 1
    }
  } else {
    if (command !== undefined) throw new Error(`Unknown command: ${command}. See --help.`)
    const { warn, logRequest } = createLogger({ level: logLevel })
    const gateway = await startGateway({
      ...options,
      warn,
      record: logsRequests ? logRequest : undefined,
    })
    const { url, metricsUrl, adminUrl } = gateway
    console.log(JSON.stringify({ ready: true, url, metricsUrl, adminUrl }))
    stopOnSignals({ ...options, stop: gateway.stop })
  }
}
