import { type ErrorCode, isLatchkeyError } from '@latchkey/core'
import { describe } from './describe.js'
import { fail } from './fail.js'

/** Ends the case unless `thrown` is a fault of this code. */
export function expectCode(what: string, thrown: unknown, code: ErrorCode): void {
  if (isLatchkeyError(thrown) && thrown.code === code) return
  fail(`${what} rejected with ${describe(thrown)}, not with a LatchkeyError with the code ${code}.`, thrown)
}
