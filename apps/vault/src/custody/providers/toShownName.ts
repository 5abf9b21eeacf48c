/** What somebody is called, from outside: one line of at most 64 characters, or undefined for none. */
export function toShownName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value
    .normalize()
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return name === '' ? undefined : [...name].slice(0, 64).join('')
}
