import { type ConformanceCase, runCase } from '../runConformance.js'

/** Names of the cases that a subject fails. They run side by side: each has a rig of its own. */
export async function findFailures<subject>(
  cases: readonly ConformanceCase<subject>[],
  subject: subject,
): Promise<readonly string[]> {
  const results = await Promise.all(cases.map((item) => runCase(item, subject)))
  return results.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name)
}
