import { provideBitcoind } from './lib/bitcoind.mjs'
import { bootstrap } from './lib/bootstrap.mjs'
import { buildServers, restartCode } from './lib/dev/servers.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'
import { stopWithParent } from './lib/start/parent.mjs'

const help = `Usage: npm run dev

Starts what "npm start" starts, with the demo served from sources and hot updates, until Ctrl-C.
A changed server is rebuilt and restarted. A changed devnet restarts everything, since everything depends on it.`

await main(help, async () => {
  // where a script starts this in the background, it may end first
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent()
  await bootstrap()
  await provideBitcoind()
  if (!(await buildServers())) throw new Error('The build failed (output above): nothing to start.')
  for (;;) {
    const { code } = await run(process.execPath, ['scripts/lib/dev/runDev.mjs'])
    if (code !== restartCode) return code === 0
  }
})
