/**
 * The package mirrors of a machine, from what `apt-get update --print-uris` prints: `'<mirror>/dists/<suite>/main/…' …`.
 * apt itself reads its sources, so that each of their formats is understood. Those named after Debian come first.
 *
 * @param {string} printed
 * @returns {string[]}
 */
export function parseMirrors(printed) {
  const found = [...printed.matchAll(/^'(\S+?)\/dists\/(\S+?)\/main\/binary-/gm)]
    // what repairs security holes is on a mirror of its own
    .filter(([, , suite = '']) => !suite.endsWith('-security'))
    .map(([, mirror = '']) => mirror)
  const isDebian = (/** @type {string} */ mirror) => /debian/i.test(mirror)
  return [...new Set([...found.filter(isDebian), ...found])]
}
