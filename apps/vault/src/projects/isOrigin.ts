/**
 * Whether a text is exactly one origin of the web, as browsers write it: scheme, host, and the port where it is not the
 * scheme's own. No wildcard, no path, no user, no `null`; hosts beyond ASCII in their encoded form.
 */
export function isOrigin(text: string): boolean {
  if (!/^https?:\/\/[^*\s/]+$/.test(text) || !URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  return origin === text && (protocol === 'https:' || protocol === 'http:') && hostname !== ''
}
