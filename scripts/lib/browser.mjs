import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { installPackages } from './installPackages.mjs'
import { isExecutable } from './isExecutable.mjs'
import { locateCommand } from './locateCommand.mjs'
import { run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const fix = 'Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.'

/**
 * Passes the browser to the tests: `CHROMIUM_PATH`, and with Debian's Chromium `HEADLESS_SHELL_PATH`, the headless shell
 * beside it, in which most tests take less than half of the time. Without a shell, Chromium runs all tests.
 */
export async function provideChromium() {
  const path = await findBrowser()
  process.env.CHROMIUM_PATH = path
  if (basename(path) !== 'chromium') return
  const shell = join(dirname(path), 'chromium-headless-shell')
  if (!isExecutable(shell)) {
    process.stdout.write("No headless shell of Chromium found: installing the distribution's own …\n")
    await installPackages(['chromium-headless-shell']).catch((error) => {
      process.stderr.write(`No headless shell, so the browser tests take longer: ${error.message}\n`)
    })
  }
  if (isExecutable(shell)) process.env.HEADLESS_SHELL_PATH = shell
}

/**
 * Finds a Chromium that launches. If there is none, installs the distribution's own on Debian and Ubuntu, if the user
 * is allowed to.
 *
 * @returns {Promise<string>} the path of the executable
 */
export async function findBrowser() {
  const path = locateBrowser(process.env) ?? (await installBrowser())
  await assertLaunches(path)
  return path
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function locateBrowser(env) {
  if (env.CHROMIUM_PATH) {
    if (isExecutable(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH is "${env.CHROMIUM_PATH}", which is not an executable file. ${fix}`)
  }
  return locateCommand(names, env) ?? macApps.find(isExecutable)
}

async function installBrowser() {
  process.stdout.write("No Chromium found: installing the distribution's own …\n")
  // the browser only recommends the font, but without any font a page has no text to measure
  await installPackages(['chromium', 'fonts-liberation']).catch((error) => {
    throw new Error(`No Chromium found, and ${error.message} ${fix}`, { cause: error })
  })
  const path = locateBrowser(process.env)
  if (path === undefined) throw new Error(`Chromium was installed but is not on PATH. ${fix}`)
  return path
}

/** @param {string} path */
async function assertLaunches(path) {
  const profile = await mkdtemp(join(tmpdir(), 'latchkey-browser-'))
  const page = 'data:text/html,<p>it-launches'
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run']
  const { code, output } = await run(path, [...args, `--user-data-dir=${profile}`, '--dump-dom', page], {
    capture: true,
    timeout: 30_000,
  }).finally(() => rm(profile, { recursive: true, force: true, maxRetries: 3 }))
  if (code !== 0 || !output.includes('it-launches')) {
    throw new Error(`"${path}" does not launch (exit code ${code}).\n${output.trim()}\n${fix}`)
  }
}
