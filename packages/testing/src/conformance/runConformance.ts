/** What a case is for, in words. */
export type CaseText = {
  readonly name: string
  /** What goes wrong for visitors or apps where it does not hold. */
  readonly why: string
  /** Where to look when it fails. */
  readonly fix: string
}

/** One rule of a contract, as data: any runner can run it. */
export type ConformanceCase<subject> = CaseText & {
  /**
   * Rejects with an Error that says what is wrong, why that matters and how to mend it. Rejects, too, where the subject
   * lacks what the case needs: `runCase` tells the two apart.
   */
  readonly run: (subject: subject) => Promise<void>
}

export type ConformanceResult = {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'not applicable'
  /** Of a case that failed. */
  readonly error?: Error | undefined
  /** Why a case is not applicable: what the subject would have to bring. */
  readonly reason?: string | undefined
}

/** Runs the cases one after the other, each on a wallet and page of its own. Never rejects. */
export async function runConformance<subject>(
  cases: readonly ConformanceCase<subject>[],
  subject: subject,
): Promise<readonly ConformanceResult[]> {
  const results: ConformanceResult[] = []
  for (const item of cases) results.push(await runCase(item, subject))
  return results
}

/** Runs one case. Never rejects: what went wrong is in the result. */
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
 * Runs one case as a test of whichever runner: rejects with what went wrong, and where the case does not apply to the
 * subject though its name is not one of `absent`.
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

/** The subject lacks what a case needs. Neither a pass nor a failure, and never silent. */
export class NotApplicableError extends Error {
  override readonly name = 'NotApplicableError'
}

/** What a case needs, or the end of the case as not applicable. `what` names it as the subject's author writes it. */
export function need<value>(value: value | undefined, what: string): value {
  if (value === undefined) throw new NotApplicableError(`The subject has no ${what}.`)
  return value
}
