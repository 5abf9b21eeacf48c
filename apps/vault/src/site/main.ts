import { ConfigError, printConfig } from '@latchkey/server-kit/config'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
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
  if (!(cause instanceof ConfigError)) throw cause
  // a stack adds nothing for the operator
  console.error(cause.message)
  process.exitCode = 1
}

async function run(command: string | undefined): Promise<void> {
  if (command === '--print-config') return printConfig((await readSiteConfig(process.env)).config)
  const options = await readEnvironment(process.env)
  const site = await startSite(options)
  console.log(JSON.stringify({ ready: true, url: site.url, publicUrl: site.publicUrl }))
  stopOnSignals({ ...options, stop: site.stop })
}
