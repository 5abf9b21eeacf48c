import { type GalleryPage, galleryPages } from '@latchkey/demo/gallery'
import type { Page } from '@playwright/test'
import { desktop, expect, type LookPage, test } from './lookTest.js'

type Look = 'light' | GalleryPage['looks'][number]

/** Applies each look. `light` is the page as it opens. */
const looks: { readonly [look in Look]: (page: Page) => Promise<unknown> } = {
  light: async () => undefined,
  dark: (page) => page.emulateMedia({ colorScheme: 'dark' }),
  phone: (page) => page.setViewportSize({ width: 390, height: 844 }),
  rtl: (page) => page.evaluate(() => window.gallery?.dress({ locale: 'ar', isLong: false })),
  long: (page) => page.evaluate(() => window.gallery?.dress({ locale: 'en', isLong: true })),
}

/** Compares an entry with its picture, in all of its looks. */
async function compare({ page, card }: LookPage, entry: GalleryPage): Promise<void> {
  for (const look of ['light', ...entry.looks] as const) {
    await looks[look](page)
    await replacePort(page)
    await expect.soft(card).toHaveScreenshot(toFile(entry, look))
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(desktop)
    if (look === 'rtl') await page.evaluate(() => window.gallery?.dress({ locale: 'en', isLong: false }))
  }
}

/** The sign-in view shows the host of the page, whose port differs from run to run. */
async function replacePort(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    if (!root) return
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      if (text.data.includes(location.host)) text.data = text.data.replace(location.host, 'localhost:4173')
    }
  })
}

function toFile({ view, id }: Pick<GalleryPage, 'view' | 'id'>, look: Look): string {
  return `${view}-${id}${look === 'light' ? '' : `-${look}`}.png`
}

const views = [...new Set(galleryPages.map(({ view }) => view))]

for (const view of views)
  test(`@look ${view} matches its screenshots`, async ({ look }) => {
    const entries = galleryPages.filter((one) => one.view === view)
    // each of them loads a page
    test.setTimeout(60_000 + 30_000 * entries.length)
    for (const entry of entries) {
      await look.goto(entry)
      await compare(look, entry)
    }
  })

test('@look the comparison detects a row that is off by 4 px', async ({ look }) => {
  // this run makes the pictures: there is nothing to compare with
  if (test.info().config.updateSnapshots === 'all') return
  const entry = { view: 'Connect', id: 'wallets' }
  await look.goto(entry)
  await look.page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.list > :first-child { position: relative; inset-block-start: 4px }')
    document.querySelector('latchkey-modal')?.shadowRoot?.adoptedStyleSheets.push(sheet)
  })
  await expect(look.card).not.toHaveScreenshot(toFile(entry, 'light'))
})
