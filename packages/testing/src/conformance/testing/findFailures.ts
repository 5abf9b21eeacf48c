import { type ConformanceCase, runCase } from '../runConformance.js'

/** Returns the names of failed cases. They run in parallel, each with its own rig. */
export async function findFailures<subject>(
  cases: readonly ConformanceCase<subject>[],
  subject: subject,
): Promise<readonly string[]> {
  const results = await Promise.all(cases.map((item) => runCase(item, subject)))
  return results.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)
}
