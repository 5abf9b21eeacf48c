import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'

// `npm run build`: builds every package and app in dependency order, with cached results where nothing changed.
await main(async () => {
  await bootstrap()
  const { code } = await run('turbo', ['run', 'build', ...process.argv.slice(2)])
  return code === 0
})
