import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run test:watch [-- <folder>] [-- <option of vitest>]

Runs the unit tests that a change affects, first those of uncommitted changes, until Ctrl-C.

  npm run test:watch -- packages/core   watches one folder`

await main(help, async () => {
  await bootstrap()
  // without the report, which stays that of the last complete run
  const { code } = await run('vitest', ['watch', '--changed=HEAD', '--reporter=default', ...process.argv.slice(2)])
  return code === 0
})
