import { bootstrap } from './lib/bootstrap.mjs'
import { findBrowser } from './lib/browser.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run bench [-- <measurement> …]

Measures the packed packages, compares with the budgets, and writes bench/results.json and bench/RESULTS.md.
Fails if a figure is over its budget. Times are compared with the floor of the same run.

  npm run bench -- heap           runs one measurement and prints it; an unknown name prints the list
  npm run bench -- --write heap   also writes it, and keeps the other results
  npm run bench -- --peers        measures other kits beside ours, and writes bench/PEERS.md
  npm run bench -- --folder ~/b   keeps what is installed for the next run, which packs nothing again`

await main(help, async () => {
  await bootstrap()
  process.env.CHROMIUM_PATH = await findBrowser()
  const build = await run('turbo', ['run', 'build', '--filter=@latchkey/bench...', '--output-logs=errors-only'])
  if (build.code !== 0) throw new Error('The build failed (output above): nothing to measure.')
  const { code } = await run(process.execPath, ['bench/dist/main.js', ...process.argv.slice(2)])
  return code === 0
})
