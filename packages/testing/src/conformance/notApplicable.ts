/** The subject lacks what a case needs. Neither a pass nor a failure, and never silent. */
export class NotApplicableError extends Error {
  override readonly name = 'NotApplicableError'
}

/** What a case needs, or the end of the case as not applicable. `what` names it as the subject's author writes it. */
export function need<value>(value: value | undefined, what: string): value {
  if (value === undefined) throw new NotApplicableError(`The subject has no ${what}.`)
  return value
}
