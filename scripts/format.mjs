import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run format [-- <file> …]

Formats the code and applies the safe fixes of the linter, in all files or those named.`

await main(help, async () => {
  await bootstrap()
  const { code } = await run('biome', ['check', '--write', '--error-on-warnings', ...process.argv.slice(2)])
  return code === 0
})
