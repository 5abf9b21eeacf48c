import { findViolations } from '../fixtures/createAxe.js'
import { expect, test } from './operateTest.js'

const views = [
  ['/', 'Overview'],
  ['/projects', 'Projects'],
  ['/projects/new', 'Add a project'],
  ['/projects/demo', 'Latchkey demo'],
  ['/users', 'Users'],
  ['/approvals', 'Approvals'],
  ['/signing', 'Signing'],
  ['/keys', 'Keys'],
  ['/audit', 'Audit log'],
  ['/orders', 'Orders'],
  ['/status', 'Status'],
  ['/operators', 'Operators'],
  ['/account', 'Your account'],
] as const

test.describe('the pages of the console', () => {
  for (const [mode, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const)
    test(`are accessible and do not overflow, ${mode}, ${width} px wide @operate`, async ({ signUp }) => {
      test.slow()
      const { page, heading } = await signUp('owner', {
        colorScheme: mode,
        viewport: { width, height: 850 },
        reducedMotion: 'reduce',
      })
      for (const [path, title] of views) {
        await page.goto(new URL(path, process.env['CONSOLE_URL']).href)
        await expect(heading).toHaveText(title)
        await expect(page.locator('.skeleton, .spinner')).toHaveCount(0)
        expect([path, await findViolations(page)]).toEqual([path, []])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([path, overflow]).toEqual([path, 0])
        if (process.env['CONSOLE_PICTURES'])
          await page.screenshot({
            path: `${process.env['CONSOLE_PICTURES']}/${mode}-${title.replaceAll(' ', '-')}.png`,
            fullPage: true,
          })
      }
      if (width < 820) {
        await page.getByRole('button', { name: 'Open menu' }).click()
        await expect(page.getByRole('navigation')).toBeVisible()
        expect(await findViolations(page)).toEqual([])
        await page.getByRole('link', { name: 'Keys' }).click()
        await expect(heading).toHaveText('Keys')
        await expect(page.getByRole('navigation')).toBeHidden()
      }
    })

  test('show what failed, also when offline, and load on "Try again" @operate', async ({ owner }) => {
    const { page } = owner
    await page.route('**/api/vault/v1/proposals', (route) =>
      route.fulfill({
        status: 502,
        json: { error: { code: 'SERVICE_UNAVAILABLE', message: 'The vault does not answer.' } },
      }),
    )
    await owner.open('Approvals')
    await expect(page.getByRole('alert')).toContainText('The vault does not answer.')
    await page.unroute('**/api/vault/v1/proposals')
    await owner.button('Try again').click()
    await expect(page.getByText('Nothing waits for approval')).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Orders' }).click()
    await expect(page.getByRole('alert')).toContainText('can’t be reached')
    await page.context().setOffline(false)
    await owner.button('Try again').click()
    await expect(page.getByRole('alert')).toBeHidden()
    // other tests may have created orders
    const orders = page.getByRole('region', { name: 'Orders' })
    await expect(page.getByText('No orders').or(orders)).toBeVisible()
  })
})
