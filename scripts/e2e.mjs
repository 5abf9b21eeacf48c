import { provideBitcoind } from './lib/bitcoind.mjs'
import { bootstrap } from './lib/bootstrap.mjs'
import { findBrowser } from './lib/browser.mjs'
import { main } from './lib/main.mjs'
import { firefox, provideBrowser, webKit } from './lib/otherBrowsers.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run e2e [-- <file> …] [-- <option of playwright test>]

Builds everything and runs the browser tests, all or some of them.

  npm run e2e -- --grep @main   runs the tests whose titles match`

await main(help, async () => {
  await bootstrap()
  // without it, the tests that need the Bitcoin network fail with that reason
  await provideBitcoind()
  process.env.CHROMIUM_PATH ??= await findBrowser()
  await provideBrowser(firefox)
  if (process.env.LATCHKEY_LONG) await provideBrowser(webKit)
  const build = await run('turbo', ['run', 'build', '--output-logs=errors-only'])
  if (build.code !== 0) return false
  const args = ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)]
  return (await run('e2e/node_modules/.bin/playwright', args)).code === 0
})
