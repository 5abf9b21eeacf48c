import { isLatchkeyError } from '@latchkey/core'

/** Anything that was thrown or answered, short and safe to print. */
export function describe(value: unknown): string {
  try {
    if (isLatchkeyError(value)) return `a LatchkeyError with the code ${value.code}`
    if (value instanceof Error) return `${value.name}: ${value.message}`.slice(0, 200)
    if (typeof value === 'function') return 'a function'
    if (typeof value === 'bigint') return `${value}n`
    return (JSON.stringify(value) ?? String(value)).slice(0, 200)
  } catch {
    return `a value of type ${typeof value}` // circular, or a getter that throws
  }
}
