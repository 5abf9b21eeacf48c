import { ConfigError, printConfig } from '@latchkey/server-kit/config'
import { runMigrate } from '@latchkey/server-kit/database'
import { printHelp } from '@latchkey/server-kit/help'
import { describeConfig, readConfig } from './config.js'
import { migrate, schema } from './database.js'
import { describeError, type Log } from './monitoring.js'
import { startRelay } from './startRelay.js'

const help = `Usage: node dist/main.js [--print-config]
       node dist/main.js migrate [--dry-run]

Starts the relay until SIGTERM or Ctrl-C, and prints its address. The environment or a file configures it; apps/relay/README.md
lists its variables.

  migrate           creates or updates the tables; run it before you start a new version
  migrate --dry-run prints the SQL that it would run, and changes nothing
  --print-config    prints the settings with where each comes from, without secrets, and what is wrong with them`

/** Milliseconds after the drain, after which the process ends whatever still runs. */
const exitTimeout = 10_000

if (!printHelp(help)) {
  try {
    await run(process.argv.slice(2))
  } catch (cause) {
    if (cause instanceof ConfigError) process.stderr.write(`${cause.message}\n`)
    else log('error', 'start failed', describeError(cause))
    process.exitCode = 1
  }
}

async function run(command: readonly string[]): Promise<void> {
  const [first, second, ...more] = command
  const isMigration = first === 'migrate' && (second === undefined || second === '--dry-run')
  const isPrint = first === '--print-config' && second === undefined
  if ((first !== undefined && !isMigration && !isPrint) || more.length > 0)
    throw new Error(`Unknown command: ${command.join(' ')}. See --help.`)
  if (isPrint) return printConfig(await describeConfig(process.env))
  const config = await readConfig(process.env)
  if (isMigration && second === '--dry-run') {
    const sql = await runMigrate({
      schema,
      applicationName: 'latchkey-relay',
      url: config.databaseUrl,
      words: ['--dry-run'],
    })
    process.stdout.write(`${sql}\n`)
    return
  }
  if (isMigration) return log('info', 'migrated', await migrate(config.databaseUrl))
  const relay = await startRelay({ config, log })
  log('info', 'ready', { ready: true, url: relay.url, metricsUrl: relay.metricsUrl })
  const stop = (): void => {
    const seconds = config.pauseSeconds + config.drainSeconds
    log('info', 'draining', { seconds })
    setTimeout(() => process.exit(1), seconds * 1_000 + exitTimeout).unref()
    void relay.stop().then(() => log('info', 'stopped'))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
}

/** Writes a line of JSON to stdout, or to stderr from warnings on. */
function log(...[level, event, fields = {}]: Parameters<Log>): void {
  const line = `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`
  const stream = level === 'info' ? process.stdout : process.stderr
  stream.write(line)
}
