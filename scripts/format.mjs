import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'

// `npm run format`: formats the code, and applies the linter's safe fixes.
await main(async () => {
  await bootstrap()
  const { code } = await run('biome', ['check', '--write', '--error-on-warnings', ...process.argv.slice(2)])
  return code === 0
})
