import type { Page } from 'playwright-core'

/** Evaluates in a page also after one of its frames has crashed, or it has come back from the cache, when Playwright does not. */
export async function openConsole(page: Page): Promise<(expression: string) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  return async (expression) => {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true })
    return result.value
  }
}
