import { provideBitcoind } from './lib/bitcoind.mjs'
import { bootstrap } from './lib/bootstrap.mjs'
import { findBrowser } from './lib/browser.mjs'
import { main } from './lib/main.mjs'
import { firefox, provideBrowser, webKit } from './lib/otherBrowsers.mjs'
import { run } from './lib/run.mjs'

// `npm run e2e`: runs the browser tests against the demo; `npm run e2e -- --grep @main` runs some of them.
await main(async () => {
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
