import type { Lab } from '../lab.js'
import type { PageName } from '../prepare/buildPage.js'
import { openVisit, type Visit, type VisitOptions } from './openVisit.js'
import { settle } from './settle.js'

/** Opens a new page, waits until it is idle, and closes it after the measurement. An error in the page is a failure. */
export async function withVisit<Result>(
  { browser, pages }: Lab,
  name: PageName,
  options: VisitOptions,
  measure: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const visit = await openVisit(browser, options)
  try {
    await visit.page.goto(`${pages[name].url}?prefetch=${options.prefetch ?? 'idle'}`)
    await settle(visit)
    const result = await measure(visit)
    if (visit.errors.length > 0) throw new Error(visit.errors.join('\n'))
    return result
  } catch (cause) {
    throw new Error(`Measuring ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  } finally {
    await visit.close()
  }
}
