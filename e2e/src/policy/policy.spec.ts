import type { Page } from '@playwright/test'
import { EmbeddedPage } from '../embedded/EmbeddedPage.js'
import { giveAddress } from '../embedded/embeddedTest.js'
import { isLong, matrix } from '../fixtures/matrix.js'
import { test as base, expect } from '../fixtures/multiTest.js'
import { type Entry, PolicyPage, parsePolicy } from './PolicyPage.js'
import { refusals } from './refusals.js'
import { findUse } from './uses.js'

const test = base.extend<{ readonly embedded: EmbeddedPage; readonly policy: PolicyPage }>({
  embedded: async ({ multi, context }, use) => {
    await giveAddress(context)
    await use(new EmbeddedPage(multi.demo))
  },
  policy: async ({ page, demoUrl }, use) => {
    const policy = new PolicyPage(page, demoUrl)
    await policy.start()
    await use(policy)
  },
})

/** Of the policy that the demo's server sends, which it has from `toContentSecurityPolicy`. */
const readEntries = async (page: Page, url: string): Promise<readonly Entry[]> => {
  const response = await page.request.get(url)
  return parsePolicy(response.headers()['content-security-policy'] ?? '')
}

/** The first of each directive. */
const selectFirst = (entries: readonly Entry[]): readonly Entry[] => [
  ...new Map(entries.toReversed().map((entry) => [entry.directive, entry])).values(),
]
/** All that pass the filter in the long form, those of three directives in the short one. */
const select = (entries: readonly Entry[], filter: (entry: Entry) => unknown): readonly Entry[] =>
  isLong ? entries.filter(filter) : matrix(selectFirst(entries.filter(filter)), 3)

/** A page of another site, which lets itself do anything. */
const elsewhere = 'http://elsewhere.localhost/'

const toName = ({ directive, source }: Entry): string => `${directive} ${source}`

/** As browsers report that they refused it. */
const toRefusal = ({ directive, source }: Entry, url: string): string =>
  `${directive} ${source === "'self'" ? new URL(url).origin : source.replace(/:$/, '')}`

/** Leaves the demo as somebody finds it who has never been there. */
const forget = async (page: Page, url: string): Promise<void> => {
  await page.goto(new URL('config.json', url).href)
  await page.evaluate(() => localStorage.clear())
}

test('every entry of the published policy is one that something needs, or that refuses something @reach', async ({
  page,
  demoUrl,
}) => {
  const entries = await readEntries(page, demoUrl)
  expect(entries.length).toBeGreaterThan(15)
  const isKnown = (entry: Entry): boolean => refusals[toName(entry)] !== undefined || findUse(entry) !== undefined
  expect(entries.filter((entry) => !isKnown(entry))).toEqual([])
})

test('what needs an entry works under the published policy, and is refused without the entry @reach', async ({
  embedded,
  policy,
  page,
  demoUrl,
}) => {
  test.setTimeout(isLong ? 600_000 : 240_000)
  // what is refused is told on the console, and what needed it says so too
  embedded.demo.expectedFaults.push(/./)
  for (const entry of select(await readEntries(page, demoUrl), findUse)) {
    const use = findUse(entry)
    if (!use) continue
    await test.step(toName(entry), async () => {
      // the page before leaves first, as it may go on being refused
      await forget(page, demoUrl)
      policy.restore()
      await use(embedded)
      expect(policy.refused, 'under the published policy').toEqual([])
      await forget(page, demoUrl)
      policy.remove(entry)
      // it may fail at any point, or show less
      await use(embedded).catch(() => undefined)
      await expect.poll(() => policy.refused, 'without the entry').toContain(toRefusal(entry, demoUrl))
    })
  }
})

test('what an entry refuses is refused under the published policy, and goes through without the entry @reach', async ({
  demo,
  policy,
  page,
  demoUrl,
}) => {
  test.slow()
  await page
    .context()
    .route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' }))
  demo.expectedFaults.push(/./)
  for (const entry of select(await readEntries(page, demoUrl), (each) => refusals[toName(each)])) {
    const tries = refusals[toName(entry)]
    if (!tries) continue
    await test.step(toName(entry), async () => {
      policy.restore()
      await demo.goto()
      expect(await tries(page, elsewhere), 'under the published policy').toBe(true)
      policy.remove(entry)
      await demo.goto()
      expect(await tries(page, elsewhere), 'without the entry').toBe(false)
    })
  }
})
