/** Formats a time in the reader's language and time zone. */
export function toTime(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** Formats a time relative to now: "5 minutes ago". */
export function toAge(at: number, now: number = Date.now()): string {
  const [unit, size] = steps.find(([, one]) => Math.abs(now - at) >= one) ?? ['second', 1_000]
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(Math.round((at - now) / size), unit)
}

export function toNumber(value: number): string {
  return new Intl.NumberFormat().format(value)
}

/** Shortens an address or an id in the middle. */
export function toShort(text: string): string {
  return text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`
}

/** A day in UTC, some days before today, as `2026-11-29`. */
export function toDay(daysAgo: number, now: number = Date.now()): string {
  return new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10)
}

const loginNames: Readonly<Record<string, string>> = { github: 'GitHub', x: 'X' }

/** The name of a login provider, from its id in the configuration. */
export function toLoginName(id: string): string {
  return loginNames[id] ?? `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`
}
