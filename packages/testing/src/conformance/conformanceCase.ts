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
