import { type ErrorCode, isLatchkeyError } from '@latchkey/core'

/** The failure of a case, which adds why it matters and how to fix it. */
export class Finding extends Error {
  override readonly name = 'Finding'
}

/** Fails a case with a description. `cause` is the thrown value, if there was one. */
export function fail(what: string, cause?: unknown): never {
  throw new Finding(what, cause === undefined ? undefined : { cause })
}

/** Ends a case if the condition is false. */
export function check(isSo: boolean, what: string): asserts isSo {
  if (!isSo) fail(what)
}

/** Ends the case unless `thrown` is an error with this code. */
export function expectCode(what: string, thrown: unknown, code: ErrorCode): void {
  if (isLatchkeyError(thrown) && thrown.code === code) return
  fail(`${what} rejected with ${describe(thrown)}, not with a LatchkeyError with the code ${code}.`, thrown)
}

/** Requires the signal's own reason, because core aborts with its errors as reasons and reports them unchanged. */
export function expectReason(what: string, thrown: unknown, reason: Error): void {
  check(thrown === reason, `${what} rejected with ${describe(thrown)}, not with the reason of its signal.`)
}

/** Describes any thrown or returned value, short and safe to print. */
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

/** Whether an image element displays it under a strict content policy. */
export function isImageUrl(value: unknown): boolean {
  return typeof value === 'string' && /^(data:image\/|https:\/\/)/i.test(value)
}
