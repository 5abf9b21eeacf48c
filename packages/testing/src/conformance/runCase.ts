import type { ConformanceCase, ConformanceResult } from './conformanceCase.js'
import { NotApplicableError } from './notApplicable.js'

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
