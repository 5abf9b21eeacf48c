const pattern = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9][a-z0-9._-]{0,252})(?::\d{1,5})?$/i

/** Whether it is a host, with a port where there is one: no scheme, no userinfo, no path. [RFC 3986] [EIP-4361] */
export function isDomain(text: string): boolean {
  if (!pattern.test(text)) return false
  try {
    return new URL(`https://${text}`).host !== ''
  } catch {
    return false // a port above 65,535, or numbers that are no address
  }
}
