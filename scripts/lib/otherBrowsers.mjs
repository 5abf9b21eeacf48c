import { installPackages } from './installPackages.mjs'
import { isExecutable } from './isExecutable.mjs'
import { locateCommand } from './locateCommand.mjs'

/**
 * @typedef {object} OtherBrowser
 * @property {string} name
 * @property {string} variable that says where it is
 * @property {readonly string[]} commands the one that is started, by any of its names
 * @property {readonly string[]} requires further commands that must exist
 * @property {readonly string[]} packages of Debian
 */

/** @type {OtherBrowser} */
export const firefox = {
  name: 'Firefox',
  variable: 'FIREFOX_PATH',
  commands: ['firefox-esr', 'firefox'],
  requires: [],
  packages: ['firefox-esr'],
}

/** @type {OtherBrowser} */
export const webKit = {
  name: 'WebKitGTK',
  variable: 'WEBKIT_DRIVER_PATH',
  commands: ['WebKitWebDriver'],
  requires: ['xvfb-run', 'dbus-run-session'],
  packages: ['webkit2gtk-driver', 'xvfb', 'xauth', 'dbus'],
}

/**
 * Passes the browser's location to the browser tests, by its variable; installs it if there is none and the user is
 * allowed to. Prints errors instead of throwing: the tests that need it are skipped with the reason.
 *
 * @param {OtherBrowser} browser
 */
export async function provideBrowser(browser) {
  try {
    let path = locateOther(browser, process.env)
    if (path === undefined) {
      process.stdout.write(`No ${browser.name} found: installing the distribution's own …\n`)
      await installPackages(browser.packages)
      path = locateOther(browser, process.env)
    }
    if (path === undefined) throw new Error('it was installed but is not on PATH.')
    process.env[browser.variable] = path
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    process.stderr.write(`No ${browser.name}, so its tests are left out: ${reason} ${browser.variable} may name one.\n`)
  }
}

/**
 * @param {OtherBrowser} browser
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function locateOther({ variable, commands, requires }, env) {
  const named = env[variable]
  if (named && !isExecutable(named)) throw new Error(`${variable} is "${named}", which is not an executable file.`)
  if (requires.some((name) => locateCommand([name], env) === undefined)) return undefined
  return named || locateCommand(commands, env)
}
