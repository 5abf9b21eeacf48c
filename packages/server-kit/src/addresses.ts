import { isIP } from 'node:net'

/** The network that limits count for: an IPv4 address, or the first 64 bits of an IPv6 address, which a household shares. */
export function toNetwork(address: string): string {
  const groups = toGroups(address)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : toPlainAddress(address)
}

/** The IPv4 address of an IPv4-mapped IPv6 address, however it is written: `::ffff:1.2.3.4`, `::ffff:102:304`. Others as they are. */
export function toPlainAddress(address: string): string {
  const groups = expand(address)
  if (groups?.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return address
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of an IPv6 address, without leading zeros. Undefined for all else, and for an IPv4-mapped one. */
export function toGroups(address: string): readonly string[] | undefined {
  return isIP(toPlainAddress(address)) === 4 ? undefined : expand(address)
}

function expand(address: string): readonly string[] | undefined {
  const plain = address.replace(/%.*$/, '')
  if (isIP(plain) !== 6) return undefined
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const split = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [split(head), split(tail ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
}
