/** The six digits of a mailed code, as visitors type and paste it; null for anything else. */
export function parseCode(text: unknown): string | null {
  const code = typeof text === 'string' && text.length < 100 ? text.replace(/[\s-]/g, '') : ''
  return /^[0-9]{6}$/.test(code) ? code : null
}
