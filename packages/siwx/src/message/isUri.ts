const pattern = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i
const authority = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i

/** Whether it has the form of a URI, scheme included. [RFC 3986] */
export function isUri(text: string): boolean {
  return pattern.test(text)
}

/** Whether it is a URI that says plainly whose it is: web addresses with a host, and nothing with userinfo. */
export function isPlainUri(text: string): boolean {
  if (!isUri(text)) return false
  const [, , host] = authority.exec(text) ?? []
  if (host?.includes('@')) return false // https://app.example@evil.example
  if (/^https?:/i.test(text) && !host) return false
  try {
    new URL(text)
    return true
  } catch {
    return false // a port that is none
  }
}
