import { printHelp } from '@latchkey/server-kit/help'
import { readEnvironment } from './readEnvironment.js'
import { startSite } from './startSite.js'

const help = `Usage: node dist/site.js

Starts the public site of the embedded wallet until Ctrl-C, and prints its address. The environment configures it;
apps/vault/README.md lists its variables.`

if (!printHelp(help)) {
  const site = await startSite(await readEnvironment(process.env))
  console.log(JSON.stringify({ ready: true, url: site.url, publicUrl: site.publicUrl }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void site.stop())
}
