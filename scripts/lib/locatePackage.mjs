import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Resolves a package as Node does: in each node_modules on the way up.
 *
 * @param {string} name
 * @param {string} from a folder
 * @returns {string | null} the folder of the package; null where it is not installed
 */
export function locatePackage(name, from) {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(path)) return realpathSync(path)
  }
  return null
}
