import type { SiwxMessageFields } from '@latchkey/core'

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Parses an RFC 3339 date-time to milliseconds since the epoch. Null for anything else, including 30 February and leap seconds. */
export function parseTime(text: string): number | null {
  const [, year, month, day] = (pattern.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day) // rolls over if the day doesn't exist
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  const time = Date.parse(text.toUpperCase())
  return Number.isNaN(time) ? null : time
}

/** Whether a sign-in is valid at a time, in milliseconds since the epoch: started and not expired. False for invalid times. */
export function isSessionTime({ notBefore, expirationTime }: SiwxMessageFields, now: number): boolean {
  const start = notBefore === undefined ? Number.NEGATIVE_INFINITY : parseTime(notBefore)
  const end = expirationTime === undefined ? Number.POSITIVE_INFINITY : parseTime(expirationTime)
  return start !== null && end !== null && start <= now && now < end
}
