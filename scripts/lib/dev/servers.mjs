import { join, relative, sep } from 'node:path'
import { run } from '../run.mjs'

/** The apps that run from their builds. The demo is served from its sources. */
export const serverNames = /** @type {const} */ (['devnet', 'gateway', 'vault'])

/** Exit code of a development process that asks to be restarted. */
export const restartCode = 75

/**
 * Builds servers and the packages they need, with cached results where nothing changed.
 *
 * @param {readonly string[]} names
 * @returns {Promise<boolean>} whether it succeeded; if not, the errors have been printed
 */
export async function buildServers(names = serverNames) {
  const filters = names.map((name) => `--filter=@latchkey/${name}`)
  return (await run('turbo', ['run', 'build', ...filters, '--output-logs=errors-only'])).code === 0
}

/**
 * Reports which servers have changed. Changes in quick succession, such as those of a branch switch, are one report;
 * changes during a report are reported after it. An error of `onChange` is printed, and watching continues.
 *
 * @template {string} Name
 * @param {object} options
 * @param {import('node:events').EventEmitter & { add: (paths: string[]) => unknown }} options.watcher as Chokidar's
 * @param {string} options.folder with the servers
 * @param {readonly Name[]} options.names
 * @param {(names: Name[]) => Promise<void>} options.onChange
 * @param {number} [options.delay] milliseconds of quiet before a report
 */
export function watchServers({ watcher, folder, names, onChange, delay = 200 }) {
  /** @type {Set<Name>} */
  const changed = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  let isBusy = false

  const report = async () => {
    if (isBusy || changed.size === 0) return
    isBusy = true
    const reported = names.filter((name) => changed.has(name))
    changed.clear()
    await onChange(reported).catch((error) => console.error(error))
    isBusy = false
    schedule()
  }
  const schedule = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void report(), delay)
  }

  watcher.add(names.map((name) => join(folder, name, 'src')))
  watcher.on('all', (/** @type {string} */ _event, /** @type {string} */ path) => {
    const [first, second] = relative(folder, path).split(sep)
    const name = names.find((one) => one === first)
    if (name === undefined || second !== 'src' || /\.(test|test-d)\.\w+$/.test(path)) return
    changed.add(name)
    schedule()
  })
}
