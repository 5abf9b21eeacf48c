import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { logError } from '@latchkey/server-kit/log'
import { readEnvironment } from './environment.js'
import { requestReindex } from './indexer/indexer.js'
import { startGateway } from './startGateway.js'

const help = `Usage: node dist/main.js
       node dist/main.js reindex <chain> [height]

Starts the gateway until Ctrl-C, and prints its address. The environment configures it: PORT, HOST, DATABASE_URL,
CHAINS_FILE, WALLETS_FILE and others; apps/gateway/README.md lists all of them.

  reindex <chain> [height]   reads the blocks of a chain again, from a height on: reindex eip155:1 19000000`

if (!printHelp(help)) await run(process.argv.slice(2))

async function run([command, ...given]: readonly string[]): Promise<void> {
  const options = await readEnvironment(process.env)
  if (command === 'reindex') {
    try {
      console.log(JSON.stringify(await requestReindex(options, given)))
    } catch (cause) {
      logError(cause)
      process.exitCode = 1
    }
  } else {
    if (command !== undefined) throw new Error(`Unknown command: ${command}. See --help.`)
    const isQuiet = process.env['LOG_REQUESTS'] === '0'
    const gateway = await startGateway({
      ...options,
      record: isQuiet
        ? undefined
        : (record) => console.log(JSON.stringify({ time: new Date().toISOString(), ...record })),
    })
    console.log(JSON.stringify({ ready: true, url: gateway.url, metricsUrl: gateway.metricsUrl }))
    stopOnSignals({ ...options, stop: gateway.stop })
  }
}
