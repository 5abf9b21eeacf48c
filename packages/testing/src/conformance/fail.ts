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
