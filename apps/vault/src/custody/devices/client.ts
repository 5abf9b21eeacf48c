import { isIP } from 'node:net'
import { toGroups, toPlainAddress } from '@latchkey/server-kit/http'

/** A coarse location for emails that doesn't reveal the whole address. Undefined if the address is neither IPv4 nor IPv6. */
export function toRoughPlace(ip: string): string | undefined {
  const groups = toGroups(ip)
  if (groups) return `${groups.slice(0, 3).join(':')}:…`
  const plain = toPlainAddress(ip)
  return isIP(plain) === 4 ? plain.replace(/\d+$/, 'x') : undefined
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
