import { isIP } from 'node:net'

/** The network that limits count for: an IPv4 address, or the first 64 bits of an IPv6 address, which a household shares. */
export function toNetwork(ip: string): string {
  const groups = toGroups(ip)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : toPlain(ip)
}

/** A coarse location for emails that doesn't reveal the whole address. Undefined if the address is neither IPv4 nor IPv6. */
export function toRoughPlace(ip: string): string | undefined {
  const groups = toGroups(ip)
  if (groups) return `${groups.slice(0, 3).join(':')}:…`
  const plain = toPlain(ip)
  return isIP(plain) === 4 ? plain.replace(/\d+$/, 'x') : undefined
}

/** Unwraps IPv4-mapped IPv6 addresses. */
function toPlain(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The eight groups of an IPv6 address, without leading zeros. */
function toGroups(ip: string): readonly string[] | null {
  const plain = toPlain(ip).replace(/%.*$/, '')
  if (isIP(plain) !== 6) return null
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const split = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [split(head), split(tail ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Names a browser in our own words, e.g. `Firefox on Windows`, as the user agent is untrusted text. */
export function toBrowserName(userAgent: string): string {
  const find = (names: typeof browsers): string | undefined => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = find(systems)
  return `${find(browsers) ?? 'A browser'}${system === undefined ? '' : ` on ${system}`}`
}
