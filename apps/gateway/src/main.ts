import { ConfigError, printConfig } from '@latchkey/server-kit/config'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { logError } from '@latchkey/server-kit/log'
import { readEnvironment, readGatewayConfig } from './environment.js'
import { requestReindex } from './indexer/indexer.js'
import { startGateway } from './startGateway.js'

const help = `Usage: node dist/main.js
       node dist/main.js --print-config
       node dist/main.js reindex <chain> [height]

Starts the gateway until Ctrl-C, and prints its address. The environment or a file configures it: PORT, HOST, DATABASE_URL,
CHAINS_FILE, WALLETS_FILE and others; apps/gateway/README.md lists all of them.

  --print-config             prints the settings with where each comes from, without secrets, and what is wrong with them
  reindex <chain> [height]   reads the blocks of a chain again, from a height on: reindex eip155:1 19000000`

const [command, ...given] = process.argv.slice(2)
try {
  if (!printHelp(help)) await run()
} catch (cause) {
  if (!(cause instanceof ConfigError)) throw cause
  // a stack adds nothing for the operator
  console.error(cause.message)
  process.exitCode = 1
}

async function run(): Promise<void> {
  if (command === '--print-config') return printConfig((await readGatewayConfig(process.env)).config)
  const { logsRequests, ...options } = await readEnvironment(process.env)
  if (command === 'reindex') {
    try {
      console.log(JSON.stringify(await requestReindex(options, given)))
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
    console.log(JSON.stringify({ ready: true, url: gateway.url, metricsUrl: gateway.metricsUrl }))
    stopOnSignals({ ...options, stop: gateway.stop })
  }
}
