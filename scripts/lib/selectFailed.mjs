/**
 * Returns the arguments with which the test runner repeats the failed tests.
 *
 * @param {readonly import('./listFailures.mjs').Failure[] | null} failures of its last run; null where it left no report
 * @returns {string[] | undefined} the files, none where nothing failed; undefined: everything, as no file is to blame
 */
export function selectFailed(failures) {
  if (failures === null) return undefined
  const files = failures.map(({ file }) => file)
  return files.every((file) => file !== undefined) ? [...new Set(files)] : undefined
}
