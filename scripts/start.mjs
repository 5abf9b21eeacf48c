import { provideBitcoind } from './lib/bitcoind.mjs'
import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'
import { stopWithParent } from './lib/start/parent.mjs'

const help = `Usage: npm start

Builds everything and starts the local chains, the servers and the demo, until Ctrl-C. Prints their addresses.
A part that can't start or that dies is reported and tried again; the rest runs.`

await main(help, async () => {
  // where a script starts this in the background, it may end first
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent()
  await bootstrap()
  // without it, the Bitcoin network is reported as missing, and the rest runs
  await provideBitcoind()
  const { code } = await run('turbo', ['run', 'build', '--output-logs=errors-only'])
  if (code !== 0) throw new Error('The build failed (output above): nothing to start.')
  // imported only now: it imports what was just built
  const { launch } = await import('./lib/launch.mjs')
  const { startDemo } = await import('../apps/demo/dist/server/index.js')
  return launch({ startDemo })
})
