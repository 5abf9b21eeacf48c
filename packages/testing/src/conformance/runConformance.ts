/** Describes a case. */
export type CaseText = {
  readonly name: string
  /** What goes wrong for users or apps if the rule is broken. */
  readonly why: string
  /** Where to look when it fails. */
  readonly fix: string
}

/** One rule of a contract, as data for any test runner. */
export type ConformanceCase<subject> = CaseText & {
  /**
   * Rejects with an Error that says what is wrong, why it matters and how to fix it. Also rejects if the subject lacks what the
   * case needs; `runCase` distinguishes the two.
   */
  readonly run: (subject: subject) => Promise<void>
}

export type ConformanceResult = {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'not applicable'
  /** Only for failed cases. */
  readonly error?: Error | undefined
  /** Why the case is not applicable: what the subject lacks. */
  readonly reason?: string | undefined
}

/** Runs the cases one after the other, each with its own wallet and page. Never rejects. */
export async function runConformance<subject>(
  cases: readonly ConformanceCase<subject>[],
  subject: subject,
): Promise<readonly ConformanceResult[]> {
  const results: ConformanceResult[] = []
  for (const item of cases) results.push(await runCase(item, subject))
  return results
}

/** Runs one case. Never rejects: the result contains any error. */
export async function runCase<subject>(item: ConformanceCase<subject>, subject: subject): Promise<ConformanceResult> {
  const { name } = item
  try {
    await item.run(subject)
    return { name, outcome: 'passed' }
  } catch (cause) {
    if (cause instanceof NotApplicableError) return { name, outcome: 'not applicable', reason: cause.message }
    const error = cause instanceof Error ? cause : new Error(String(cause), { cause })
    return { name, outcome: 'failed', error }
  }
}

/**
 * Runs one case as a test in any runner. Rejects with the failure, or if the case is not applicable although its name
 * doesn't match `absent`.
 *
 * @example
 * for (const item of connectorCases) test(item.name, () => assertCase(item, subject, /^calls:/))
 */
export async function assertCase<subject>(
  item: ConformanceCase<subject>,
  subject: subject,
  absent?: RegExp | undefined,
): Promise<void> {
  const { error, reason } = await runCase(item, subject)
  if (error) throw error
  if (reason !== undefined && !absent?.test(item.name)) throw new Error(`Not applicable: ${reason}`)
}

/** The subject lacks what a case needs. Neither passed nor failed, and always reported. */
export class NotApplicableError extends Error {
  override readonly name = 'NotApplicableError'
}

/** Requires a value, or ends the case as not applicable. `what` names it in the terms of the subject's author. */
export function need<value>(value: value | undefined, what: string): value {
  if (value === undefined) throw new NotApplicableError(`The subject has no ${what}.`)
  return value
}

/** The subject is incomplete, so no case can run. The tested adapter or connector is not to blame. */
export class InvalidSubjectError extends Error {
  override readonly name = 'InvalidSubjectError'
}
