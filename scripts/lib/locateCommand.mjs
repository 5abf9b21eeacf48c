import { delimiter, join } from 'node:path'
import { isExecutable } from './isExecutable.mjs'

/**
 * Returns the path of the first of these commands that exists on PATH.
 *
 * @param {readonly string[]} names
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function locateCommand(names, env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}
