import type { Browser, CDPSession, Page } from 'playwright-core'
import { installProbe } from '../page/installProbe.js'
import { installWallet } from '../page/installWallet.js'
import { walletIcon } from '../page/walletIcon.js'
import { withDeadline } from './withDeadline.js'

export type VisitOptions = {
  /** Factor by which the processor is slowed down. */
  readonly slowdown?: number | undefined
  readonly isSlow4G?: boolean | undefined
  /** `hover`: the idle page loads nothing in advance. Default: `idle`, as for apps. */
  readonly prefetch?: 'idle' | 'hover' | undefined
  /** Number of wallets in the page. Default: 1. */
  readonly wallets?: number | undefined
}

/** Opens the page for the first time: nothing cached, nothing stored. */
export type Visit = {
  readonly page: Page
  readonly cdp: CDPSession
  /** The addresses that the page has asked for, in order. */
  readonly requests: readonly string[]
  /** Errors that the page reported. */
  readonly errors: readonly string[]
  /**
   * Runs a self-contained function in the page. Doesn't use Playwright's evaluation, whose helpers would stay in the
   * measured heap.
   */
  evaluate<Result>(run: () => Result): Promise<Awaited<Result>>
  evaluate<Result, Argument>(run: (argument: Argument) => Result, argument: Argument): Promise<Awaited<Result>>
  close(): Promise<void>
}

/** 1.6 Mbit/s down, 0.75 up, 150 ms round trip: "Slow 4G" of the browser's own tools. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

export async function openVisit(browser: Browser, options: VisitOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  page.on('pageerror', ({ message }) => void errors.push(message))
  await page.addInitScript(`(${installProbe})()`)
  await page.addInitScript(`(${installWallet})(${JSON.stringify({ count: options.wallets ?? 1, icon: walletIcon })})`)
  if (options.isSlow4G) {
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', slow4G)
  }
  if (options.slowdown) await cdp.send('Emulation.setCPUThrottlingRate', { rate: options.slowdown })
  return {
    page,
    cdp,
    requests,
    errors,
    evaluate: ((run: () => unknown, argument?: unknown) =>
      evaluate(cdp, `(${run})(${JSON.stringify(argument) ?? ''})`)) as Visit['evaluate'],
    close: () => context.close(),
  }
}

async function evaluate(cdp: CDPSession, expression: string): Promise<unknown> {
  const answer = cdp.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  const { result, exceptionDetails } = await withDeadline(answer, `The page did not answer: ${expression}`)
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
  return result.value
}
