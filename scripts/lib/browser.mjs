import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { isExecutable } from './isExecutable.mjs'
import { run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const cure = 'Install Chromium or Chrome, or set CHROMIUM_PATH to its executable.'

/**
 * Finds a Chromium that launches; on Debian and Ubuntu installs the distribution's own when there is none and the
 * user may.
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
    throw new Error(`CHROMIUM_PATH is "${env.CHROMIUM_PATH}", which is no executable file. ${cure}`)
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApps].find(isExecutable)
}

async function installBrowser() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (!isDebian()) throw new Error(`No Chromium found. ${cure}`)
  process.stdout.write("No Chromium found: installing the distribution's own …\n")
  const steps = [
    ['apt-get', 'update'],
    // the font is only recommended by the browser, but without any font a page has no text to measure
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
  ]
  for (const step of steps) {
    const [command = '', ...args] = [...asRoot, ...step]
    const { code } = await run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch(() => ({ code: 1 }))
    if (code !== 0) throw new Error(`No Chromium found, and "${[command, ...args].join(' ')}" failed. ${cure}`)
  }
  const path = locateBrowser(process.env)
  if (path === undefined) throw new Error(`Chromium was installed but is not on PATH. ${cure}`)
  return path
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    // no such file: another system
    return false
  }
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
    throw new Error(`"${path}" does not launch (exit code ${code}).\n${output.trim()}\n${cure}`)
  }
}
