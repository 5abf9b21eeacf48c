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

/** The entries of the policy that the demo's server sends, built by `toContentSecurityPolicy`. */
const readEntries = async (page: Page, url: string): Promise<readonly Entry[]> => {
  const response = await page.request.get(url)
  return parsePolicy(response.headers()['content-security-policy'] ?? '')
}

/** The first entry of each directive. */
const selectFirst = (entries: readonly Entry[]): readonly Entry[] => [
  ...new Map(entries.toReversed().map((entry) => [entry.directive, entry])).values(),
]
/** The long run tests all entries that pass the filter, the short run the first. */
const select = (entries: readonly Entry[], filter: (entry: Entry) => unknown): readonly Entry[] =>
  isLong ? entries.filter(filter) : matrix(selectFirst(entries.filter(filter)))

/** A page of another site, without restrictions. */
const elsewhere = 'http://elsewhere.localhost/'

const toName = ({ directive, source }: Entry): string => `${directive} ${source}`

/** In the form of the browser's violation reports. */
const toRefusal = ({ directive, source }: Entry, url: string): string =>
  `${directive} ${source === "'self'" ? new URL(url).origin : source.replace(/:$/, '')}`

/** Leaves the demo in the state of a first visit. */
const forget = async (page: Page, url: string): Promise<void> => {
  await page.goto(new URL('config.json', url).href)
  await page.evaluate(() => localStorage.clear())
}

test('every entry of the published policy has a known use or a known refusal @reach', async ({ page, demoUrl }) => {
  const entries = await readEntries(page, demoUrl)
  expect(entries.length).toBeGreaterThan(15)
  const isKnown = (entry: Entry): boolean => refusals[toName(entry)] !== undefined || findUse(entry) !== undefined
  expect(entries.filter((entry) => !isKnown(entry))).toEqual([])
})

test('what needs an entry works under the published policy, and is blocked without the entry @reach', async ({
  embedded,
  policy,
  page,
  demoUrl,
}) => {
  test.setTimeout(isLong ? 600_000 : 240_000)
  // the browser logs each violation, and the code that needed it logs errors too
  embedded.demo.expectedErrors.push(/./)
  for (const entry of select(await readEntries(page, demoUrl), findUse)) {
    const use = findUse(entry)
    if (!use) continue
    await test.step(toName(entry), async () => {
      // leave the previous page first, as it may cause further violations
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

test('what an entry forbids is blocked under the published policy, and succeeds without the entry @reach', async ({
  demo,
  policy,
  page,
  demoUrl,
}) => {
  test.slow()
  await page
    .context()
    .route(elsewhere, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' }))
  demo.expectedErrors.push(/./)
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
