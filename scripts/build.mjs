import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'

// `npm run build`: every package and app, in the order of their dependencies, from the cache where nothing changed.
await main(async () => {
  await bootstrap()
  const { code } = await run('turbo', ['run', 'build', ...process.argv.slice(2)])
  return code === 0
})
