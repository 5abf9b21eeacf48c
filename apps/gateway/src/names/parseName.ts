/** Letters, digits and hyphens. [S5.18] */
const pattern = /^[a-z0-9-]{4,64}$/

/**
 * A name as it is kept: in small letters, without the zone that may stand behind it. Null where it is none.
 *
 * @example
 * parseName('Alice.example', 'example') // 'alice'
 */
export function parseName(text: string, zone: string | undefined): string | null {
  const small = text.toLowerCase()
  const label = zone !== undefined && small.endsWith(`.${zone}`) ? small.slice(0, -zone.length - 1) : small
  return pattern.test(label) ? label : null
}
