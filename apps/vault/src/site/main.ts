import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { readEnvironment } from './readEnvironment.js'
import { startSite } from './startSite.js'

const help = `Usage: node dist/site.js

Starts the public site of the embedded wallet until Ctrl-C, and prints its address. The environment configures it;
apps/vault/README.md lists its variables.`

if (!printHelp(help)) {
  const options = await readEnvironment(process.env)
  const site = await startSite(options)
  console.log(JSON.stringify({ ready: true, url: site.url, publicUrl: site.publicUrl }))
  stopOnSignals({ ...options, stop: site.stop })
}
