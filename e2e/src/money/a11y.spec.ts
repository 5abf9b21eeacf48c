import { findViolations } from '../fixtures/createAxe.js'
import { expect, test } from './moneyTest.js'
import { visitMoneyViews } from './visitMoneyViews.js'

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 320])
    test(`axe finds nothing on any view of what an account has and does, ${colorScheme}, ${width} px wide @money`, async ({
      money,
      page,
    }) => {
      test.slow()
      // what fades has no contrast yet
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      const found: string[] = []
      await money.goto('&pay=1')
      await visitMoneyViews(money, async (name) => {
        found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`))
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        if (tooWide) found.push(`${name}: scrolls sideways`)
      })
      expect(found).toEqual([])
    })
