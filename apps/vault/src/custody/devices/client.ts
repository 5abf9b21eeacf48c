import { isIP } from 'node:net'

/** What counts as one place on the internet: an IPv4 address, or the first 64 bits of an IPv6 one, which is what a home has. */
export function toNetwork(ip: string): string {
  const groups = toGroups(ip)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : toPlain(ip)
}

/** What a mail may say of a place: the rest of the address is nobody else's business. Undefined where it says nothing. */
export function toRoughPlace(ip: string): string | undefined {
  const groups = toGroups(ip)
  if (groups) return `${groups.slice(0, 3).join(':')}:…`
  const plain = toPlain(ip)
  return isIP(plain) === 4 ? plain.replace(/\d+$/, 'x') : undefined
}

/** An IPv4 address may come as IPv6. */
function toPlain(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The eight groups of an IPv6 address, without zeros ahead. */
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

/** A browser in words of ours, e.g. `Firefox on Windows`: what it says of itself is foreign text. */
export function toBrowserName(userAgent: string): string {
  const find = (names: typeof browsers): string | undefined => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = find(systems)
  return `${find(browsers) ?? 'A browser'}${system === undefined ? '' : ` on ${system}`}`
}
