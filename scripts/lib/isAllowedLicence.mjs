/**
 * @param {string} expression in SPDX, such as `(MIT OR GPL-3.0-only) AND ISC`
 * @param {(id: string) => boolean} isAllowed
 * @returns {boolean} also false for an invalid SPDX expression
 */
export function isAllowedLicence(expression, isAllowed) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? []
  let position = 0

  /** @returns {boolean} */
  function readAny() {
    let allowed = readAll()
    while (/^or$/i.test(tokens[position] ?? '')) {
      position += 1
      // parses on even when the result is known
      allowed = readAll() || allowed
    }
    return allowed
  }

  function readAll() {
    let allowed = readOne()
    while (/^and$/i.test(tokens[position] ?? '')) {
      position += 1
      allowed = readOne() && allowed
    }
    return allowed
  }

  function readOne() {
    const token = tokens[position]
    position += 1
    if (token === '(') {
      const allowed = readAny()
      const closed = tokens[position] === ')'
      position += 1
      return allowed && closed
    }
    if (token === undefined) return false
    if (/^with$/i.test(tokens[position] ?? '')) {
      // an exception only grants more rights
      position += 2
    }
    return isAllowed(token)
  }

  return readAny() && position === tokens.length
}
