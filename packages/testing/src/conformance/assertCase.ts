import type { ConformanceCase } from './conformanceCase.js'
import { runCase } from './runCase.js'

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
