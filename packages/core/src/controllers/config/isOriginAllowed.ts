/** A page on the visitor's own machine, as while a site is written. */
const local = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

const defaultPorts: { readonly [protocol: string]: string } = { 'http:': '80', 'https:': '443' }

/**
 * Whether an origin, e.g. `https://shop.example`, is on a list in which `*` stands for one whole label of a host, or for
 * any port. A pattern without a scheme means any; without a port, the scheme's own. An empty list means all, and the
 * visitor's own machine always is. [S5.22]
 */
export function isOriginAllowed(origin: string, patterns: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (patterns.length === 0 || local.test(url.hostname)) return true
  return patterns.some((pattern) => matches(url, pattern.trim().toLowerCase()))
}

function matches(url: URL, pattern: string): boolean {
  const { scheme, host, port } =
    /^((?<scheme>[a-z]+):\/\/)?(?<host>[^/:]+)(:(?<port>\d+|\*))?\/?$/.exec(pattern)?.groups ?? {}
  if (!host || (scheme && `${scheme}:` !== url.protocol)) return false
  const own = defaultPorts[url.protocol] ?? ''
  if (port !== '*' && (port ?? own) !== (url.port || own)) return false
  const labels = url.hostname.split('.')
  const wanted = host.split('.').map(toAscii)
  return wanted.length === labels.length && wanted.every((label, index) => label === '*' || label === labels[index])
}

/** A label as a URL has it: `münchen` is `xn--mnchen-3ya`. */
function toAscii(label: string): string {
  const url = `http://${label}.example`
  const isForeign = /^[\p{L}\p{M}\p{N}-]+$/u.test(label) && /[^a-z0-9-]/.test(label)
  return isForeign && URL.canParse(url) ? new URL(url).hostname.replace(/\.example$/, '') : label
}
