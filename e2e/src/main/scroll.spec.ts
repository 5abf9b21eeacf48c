import { expect, test } from '../fixtures/test.js'

// with classic scrollbars, as on most desktops: without them nothing could shift
test.use({
  viewport: { width: 1280, height: 600 },
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  },
})

test('while the modal is open the page neither scrolls nor shifts, and is unchanged after closing @main', async ({
  demo,
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift' })
  })
  await demo.goto()
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, 20)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(20)
  await page.evaluate(() => Reflect.get(window, 'shifts').splice(0))

  const look = () =>
    page.evaluate(() => {
      const attributes = [document.documentElement, document.body].map((element) =>
        [...element.attributes].map(({ name, value }) => `${name}=${value}`),
      )
      const { x, width } = document.querySelector('h1')?.getBoundingClientRect() ?? {}
      return { attributes, scrollY, x, width, bodyWidth: document.body.clientWidth }
    })
  const before = await look()
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
  expect(await look()).toEqual(before)
  await page.mouse.move(100, 300)
  await page.mouse.wheel(0, 300)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()
  expect(await look()).toEqual(before)
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])

  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, 20)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(40)
})

test('the page scrolls again after an open modal is destroyed @main', async ({ demo, page }) => {
  await demo.goto()
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet')).toBeVisible()
  await page.evaluate(() => window.latchkey.destroy())
  await page.mouse.move(640, 400)
  await page.mouse.wheel(0, 20)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(20)
})
