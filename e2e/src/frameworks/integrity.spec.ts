import type { Page } from '@playwright/test'
import { expect, test } from './frameworksTest.js'

/** Does what a CDN, or anyone in front of it, can do: adds code to every chunk that is requested from now on. */
async function tamper(page: Page, origin: string | undefined): Promise<void> {
  await page.route(`${origin}/chunks/**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\nglobalThis.isTampered = true` })
  })
}

// a page may still send requests when a test ends
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('a chunk that fails its integrity check is refused, also when it is requested again', async ({ page, served }) => {
  const refusals: string[] = []
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text())
    else said.push(message.text())
  })
  // a page that is never idle loads the modal when the button is pressed, not before
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(served.url)
  const button = page.getByRole('button', { name: 'Connect' })
  await expect(button).toBeVisible()
  await tamper(page, served.origins[1])
  for (let press = 0; press < 2; press++) await button.click()
  await expect
    .poll(() => refusals.join('\n'))
    .toMatch(/Failed to find a valid digest in the 'integrity' attribute for resource '.*\/chunks\//)
  // without `debug`, the modal itself logs nothing
  expect(said).toEqual([])
  expect(await page.evaluate(() => 'isTampered' in globalThis)).toBe(false)
  await expect(page.locator('latchkey-modal dialog')).toHaveCount(0)
})

test('a page whose first script imports a tampered chunk logs the integrity error and renders no button', async ({
  page,
  served,
}) => {
  const refusals: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text())
  })
  await tamper(page, served.origins[1])
  await page.goto(served.url)
  await expect.poll(() => refusals.join('\n')).toContain("valid digest in the 'integrity' attribute")
  expect(await page.evaluate(() => 'isTampered' in globalThis)).toBe(false)
  await expect(page.getByRole('button', { name: 'Connect' })).toHaveCount(0)
})
