import { ConfigError, printConfig } from '@latchkey/server-kit/config'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { createLogger, logError } from '@latchkey/server-kit/log'
import { readEnvironment, readSiteConfig } from './readEnvironment.js'
import { startSite } from './startSite.js'

const help = `Usage: node dist/site.js
       node dist/site.js --print-config

Starts the public site of the embedded wallet until Ctrl-C, and prints its address. The environment or a file configures
it; apps/vault/README.md lists its variables.

  --print-config   prints the settings with where each comes from, without secrets, and what is wrong with them`

try {
  if (!printHelp(help)) await run(process.argv[2])
} catch (cause) {
  // a stack adds nothing for the operator
  if (cause instanceof ConfigError) console.error(cause.message)
  else logError(cause)
  process.exit(1)
}

async function run(command: string | undefined): Promise<void> {
  if (command === '--print-config') return printConfig((await readSiteConfig(process.env)).config)
  const { logsRequests, logLevel, ...options } = await readEnvironment(process.env)
  const { warn, logRequest } = createLogger({ level: logLevel })
  const site = await startSite({ ...options, warn, record: logsRequests ? logRequest : undefined })
  console.log(JSON.stringify({ ready: true, url: site.url, publicUrl: site.publicUrl, metricsUrl: site.metricsUrl }))
  stopOnSignals({ ...options, stop: site.stop })
}
