import { accessSync, constants, statSync } from 'node:fs'

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // missing or not executable: both mean "no"
    return false
  }
}
