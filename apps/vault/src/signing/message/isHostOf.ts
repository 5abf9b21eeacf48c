/**
 * Whether a domain of a sign-in text is the host of this origin, the port included. Neither has a path or a user; a scheme
 * before the domain has to be the origin's. [EIP-4361]
 */
export function isHostOf(domain: string, origin: string): boolean {
  const [, scheme, host = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^\s/?#\\@]{1,260})$/i.exec(domain) ?? []
  if (!host || !URL.canParse(origin)) return false
  const site = new URL(origin)
  if (site.host === '' || (scheme !== undefined && `${scheme.toLowerCase()}:` !== site.protocol)) return false
  const named = `${site.protocol}//${host}`
  return URL.canParse(named) && new URL(named).host === site.host
}
