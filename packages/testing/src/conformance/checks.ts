import { type ErrorCode, isLatchkeyError } from '@latchkey/core'

/** What a case has found. Why it matters and how to mend it stand with the case. */
export class Finding extends Error {
  override readonly name = 'Finding'
}

/** Ends a case: says what was seen. `cause` is what was thrown, where something was. */
export function fail(what: string, cause?: unknown): never {
  throw new Finding(what, cause === undefined ? undefined : { cause })
}

/** Ends a case unless `isSo`. */
export function check(isSo: boolean, what: string): asserts isSo {
  if (!isSo) fail(what)
}

/** Ends the case unless `thrown` is a fault of this code. */
export function expectCode(what: string, thrown: unknown, code: ErrorCode): void {
  if (isLatchkeyError(thrown) && thrown.code === code) return
  fail(`${what} rejected with ${describe(thrown)}, not with a LatchkeyError with the code ${code}.`, thrown)
}

/** Core aborts with its own faults as reasons and reports them as they are. */
export function expectReason(what: string, thrown: unknown, reason: Error): void {
  check(thrown === reason, `${what} rejected with ${describe(thrown)}, not with the reason of its signal.`)
}

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

/** Whether an image element shows it under a strict content policy. */
export function isImageUrl(value: unknown): boolean {
  return typeof value === 'string' && /^(data:image\/|https:\/\/)/i.test(value)
}
