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
