import { expect, test } from './frameworksTest.js'

// a CDN, or anyone in front of it, tampers with a script
const mark = '\nglobalThis.isTampered = true'

test('a chunk that is not the published one is refused, also when it is asked for again', async ({ page, served }) => {
  const refusals: string[] = []
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text())
    else said.push(message.text())
  })
  await page.goto(served.url)
  const button = page.getByRole('button', { name: 'Connect' })
  await expect(button).toBeVisible()
  // from now on everything that is loaded is tampered with
  await page.route(`${served.origins[1]}/chunks/**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}${mark}` })
  })
  for (let press = 0; press < 2; press++) await button.click()
  await expect
    .poll(() => said.join('\n'))
    .toMatch(/\[latchkey\].*Failed to fetch dynamically imported module: .*\/chunks\//)
  expect(refusals.join('\n')).toMatch(
    /Failed to find a valid digest in the 'integrity' attribute for resource '.*\/chunks\//,
  )
  expect(await page.evaluate(() => 'isTampered' in globalThis)).toBe(false)
  await expect(page.locator('latchkey-modal dialog')).toHaveCount(0)
})

test('so is a page whose first script needs one: it says so, and has no button of ours', async ({ page, served }) => {
  const refusals: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text())
  })
  await page.route(`${served.origins[1]}/chunks/**`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}${mark}` })
  })
  await page.goto(served.url)
  await expect.poll(() => refusals.join('\n')).toContain("valid digest in the 'integrity' attribute")
  expect(await page.evaluate(() => 'isTampered' in globalThis)).toBe(false)
  await expect(page.getByRole('button', { name: 'Connect' })).toHaveCount(0)
})
