/** Letters, digits and hyphens; 64 characters at most, as no registry takes more. [S5.18] */
const pattern = /^[a-z0-9-]{4,64}$/

/** An account name in small letters, as it is registered; null where it is none. The space around it does not count. */
export function parseAccountName(text: string): string | null {
  const name = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return pattern.test(name) ? name : null
}
