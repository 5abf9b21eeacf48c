import type { ConformanceCase, ConformanceResult } from './conformanceCase.js'
import { runCase } from './runCase.js'

/** Runs the cases one after the other, each on a wallet and page of its own. Never rejects. */
export async function runConformance<subject>(
  cases: readonly ConformanceCase<subject>[],
  subject: subject,
): Promise<readonly ConformanceResult[]> {
  const results: ConformanceResult[] = []
  for (const item of cases) results.push(await runCase(item, subject))
  return results
}
