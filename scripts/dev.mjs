import { provideBitcoind } from './lib/bitcoind.mjs'
import { bootstrap } from './lib/bootstrap.mjs'
import { buildServers, restartCode } from './lib/dev/servers.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'

// `npm run dev`: starts what `npm start` starts, until Ctrl-C, with the demo served from sources with hot updates. A changed
// server is rebuilt and restarted. A changed devnet restarts everything, since everything depends on it.
await main(async () => {
  await bootstrap()
  await provideBitcoind()
  if (!(await buildServers())) throw new Error('The build failed (output above): nothing to start.')
  for (;;) {
    const { code } = await run(process.execPath, ['scripts/lib/dev/runDev.mjs'])
    if (code !== restartCode) return code === 0
  }
})
