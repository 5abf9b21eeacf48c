import { delimiter, join } from 'node:path'
import { fetchBitcoind } from './fetchBitcoind.mjs'
import { isExecutable } from './isExecutable.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

/** Where the install step stores bitcoind if the machine has none. */
const cache = join(root, 'node_modules/.cache/latchkey/bitcoind')
const fix = 'Install Bitcoin Core or Bitcoin Knots, or set BITCOIND_PATH to its bitcoind.'

/**
 * Finds a working bitcoind; if there is none, downloads one from Debian's packages to the cache. Uses no network
 * otherwise.
 *
 * @returns {Promise<string>} the path of the executable
 */
export async function findBitcoind() {
  let path = locateBitcoind(process.env, cache)
  if (path === undefined) {
    process.stdout.write("No bitcoind found: downloading one from Debian's packages (once) …\n")
    await fetchBitcoind(cache).catch((error) => {
      throw new Error(`No bitcoind found, and none could be downloaded: ${error.message} ${fix}`, { cause: error })
    })
    path = join(cache, 'bitcoind')
  }
  const { code, output } = await run(path, ['--version'], { capture: true, timeout: 30_000 })
  if (code !== 0) throw new Error(`"${path}" does not run (exit code ${code}).\n${output.trim()}\n${fix}`)
  return path
}

/**
 * Sets BITCOIND_PATH for the processes that need it. Prints errors instead of throwing: everything else runs without
 * bitcoind.
 *
 * @returns {Promise<boolean>}
 */
export async function provideBitcoind() {
  try {
    process.env.BITCOIND_PATH = await findBitcoind()
    return true
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return false
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder where an earlier run may have put one
 * @returns {string | undefined}
 */
export function locateBitcoind(env, folder) {
  if (env.BITCOIND_PATH) {
    if (isExecutable(env.BITCOIND_PATH)) return env.BITCOIND_PATH
    throw new Error(`BITCOIND_PATH is "${env.BITCOIND_PATH}", which is not an executable file. ${fix}`)
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((entry) => entry !== '')
  return [...folders, folder].map((entry) => join(entry, 'bitcoind')).find(isExecutable)
}
