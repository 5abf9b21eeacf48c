/**
 * Returns the checksums in a pnpm-lock.yaml (version 9), with which pnpm verifies each download.
 *
 * @param {string} text of the lockfile
 * @returns {Map<string, string>} base64 of SHA-512 by `name@version`
 */
export function parseIntegrities(text) {
  const entries = text.matchAll(
    /^ {2}'?((?:@[^/\s']+\/)?[^@\s']+@[^:\s'(]+)'?:\n {4}resolution: \{integrity: sha512-([\w+/=]+)/gm,
  )
  return new Map([...entries].map(([, key = '', digest = '']) => [key, digest]))
}
