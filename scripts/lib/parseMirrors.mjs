/**
 * Returns a machine's package mirrors, from the output of `apt-get update --print-uris`:
 * `'<mirror>/dists/<suite>/main/…' …`. apt reads its own sources, so that each of their formats is supported. Mirrors
 * named after Debian come first.
 *
 * @param {string} printed
 * @returns {string[]}
 */
export function parseMirrors(printed) {
  const found = [...printed.matchAll(/^'(\S+?)\/dists\/(\S+?)\/main\/binary-/gm)]
    // security updates are on a mirror of their own
    .filter(([, , suite = '']) => !suite.endsWith('-security'))
    .map(([, mirror = '']) => mirror)
  const isDebian = (/** @type {string} */ mirror) => /debian/i.test(mirror)
  return [...new Set([...found.filter(isDebian), ...found])]
}
