import { provideBitcoind } from './lib/bitcoind.mjs'
import { bootstrap } from './lib/bootstrap.mjs'
import { provideChromium } from './lib/browser.mjs'
import { main } from './lib/main.mjs'
import { firefox, provideBrowser, webKit } from './lib/otherBrowsers.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run e2e [-- <file> …] [-- <option of playwright test>]

Builds everything and runs the browser tests, all or some of them.

  npm run e2e -- --grep @main   runs the tests whose titles match
  npm run e2e -- --grep @look   compares the gallery with its pictures; needs no chains and no servers
  npm run e2e -- --grep @look --update-snapshots   makes these pictures again`

const args = process.argv.slice(2)

/** Whether only the gallery is tested, for which the demo's pages are enough. */
const isLook = args.includes('--grep') && args[args.indexOf('--grep') + 1]?.startsWith('@look')

/** @param {string} config @param {...string} filters which packages to build */
async function runTests(config, ...filters) {
  await provideChromium()
  const build = await run('turbo', ['run', 'build', ...filters, '--output-logs=errors-only'])
  if (build.code !== 0) return false
  return (
    (await run('e2e/node_modules/.bin/playwright', ['test', '--config', `e2e/${config}.config.ts`, ...args])).code === 0
  )
}

await main(help, async () => {
  await bootstrap()
  // the devnet has the browser's arguments
  if (isLook) return runTests('look', '--filter=@latchkey/demo...', '--filter=@latchkey/devnet...')
  // without it, the tests that need the Bitcoin network fail with that reason
  await provideBitcoind()
  await provideBrowser(firefox)
  if (process.env.LATCHKEY_LONG) await provideBrowser(webKit)
  return runTests('playwright')
})
