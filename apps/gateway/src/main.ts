import { ConfigError, printConfig } from '@latchkey/server-kit/config'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { logError } from '@latchkey/server-kit/log'
import { backUp, restore } from './database/backup.js'
import { readEnvironment, readGatewayConfig } from './environment.js'
import { requestReindex } from './indexer/indexer.js'
import { type StartGatewayOptions, startGateway } from './startGateway.js'

const help = `Usage: node dist/main.js
       node dist/main.js --print-config
       node dist/main.js reindex <chain> [height]
       node dist/main.js backup <file>
       node dist/main.js restore <file>

Starts the gateway until Ctrl-C, and prints its address. The environment or a file configures it: PORT, HOST, DATABASE_URL,
CHAINS_FILE, WALLETS_FILE and others; apps/gateway/README.md lists all of them.

  --print-config             prints the settings with where each comes from, without secrets, and what is wrong with them
  reindex <chain> [height]   reads the blocks of a chain again, from a height on: reindex eip155:1 19000000
  backup <file>              writes names, orders, permissions, projects and usage to a new file, while gateways run
  restore <file>             checks such a file and restores it into an empty database`

type Command = (options: StartGatewayOptions, given: readonly string[]) => Promise<unknown>

function findCommand(name: string | undefined): Command | undefined {
  if (name === 'reindex') return requestReindex
  if (name === 'backup') return (options, files) => backUp(readFileName(files), options)
  if (name === 'restore') return (options, files) => restore(readFileName(files), options)
  return undefined
}

const [command, ...given] = process.argv.slice(2)
try {
  if (!printHelp(help)) await run()
} catch (cause) {
  if (!(cause instanceof ConfigError)) throw cause
  // a stack adds nothing for the operator
  console.error(cause.message)
  process.exitCode = 1
}

function readFileName([file, ...rest]: readonly string[]): string {
  if (file !== undefined && file !== '' && rest.length === 0) return file
  throw new Error('Name one file. See --help.')
}

async function run(): Promise<void> {
  if (command === '--print-config') return printConfig((await readGatewayConfig(process.env)).config)
  const { logsRequests, ...options } = await readEnvironment(process.env)
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
    const gateway = await startGateway({
      ...options,
      record: logsRequests
        ? (record) => console.log(JSON.stringify({ time: new Date().toISOString(), ...record }))
        : undefined,
    })
    const { url, metricsUrl, adminUrl } = gateway
    console.log(JSON.stringify({ ready: true, url, metricsUrl, adminUrl }))
    stopOnSignals({ ...options, stop: gateway.stop })
  }
}
