import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run build [-- <option of turbo>]

Builds every package and app in dependency order.

  npm run build -- --filter=@latchkey/core   builds one package and what it needs`

await main(help, async () => {
  await bootstrap()
  const { code } = await run('turbo', ['run', 'build', ...process.argv.slice(2)])
  return code === 0
})
