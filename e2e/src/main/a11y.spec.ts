import { findViolations } from '../fixtures/createAxe.js'
import type { DemoPage } from '../fixtures/DemoPage.js'
import { freezeClock } from '../fixtures/freezeClock.js'
import { expect, test } from '../fixtures/test.js'
import { visitEveryView } from '../fixtures/visitEveryView.js'

/** Colours and widths are each seen once in the short form, and all of them together in the long one. */
const isLong = process.env['LATCHKEY_LONG'] !== undefined

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of isLong ? [1280, 320] : [colorScheme === 'light' ? 1280 : 320])
    test(`axe finds nothing on any view, ${colorScheme}, ${width} px wide @main`, async ({ demo, page, chains }) => {
      // what fades has no contrast yet
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      const found: string[] = []
      const check = async (name: string): Promise<void> => {
        found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`))
      }
      await demo.goto()
      await check('the page')
      await visitEveryView(demo, chains, ({ name }) => check(name))
      expect(found).toEqual([])
    })

test('axe finds nothing on an empty list, a notice and an alert @main', async ({ demo, page }) => {
  await demo.addTools()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await demo.wallet.atStart((wallet) => Object.assign(wallet, { announce: () => () => {} }), undefined)
  await demo.goto('?debug=1')
  await demo.connectButton.click()
  await expect(demo.dialog).toContainText('No wallet found')
  await page.evaluate(() => {
    window.tools.showToast(window.latchkey, { variant: 'loading', message: { text: 'Loading' } })
    window.tools.switchNetwork(window.latchkey, { network: 'eip155:5' }).catch(() => undefined)
  })
  await expect(demo.toast).toBeVisible()
  await expect(demo.dialog.getByRole('alert')).toContainText('Network Not Found')
  expect(await findViolations(page)).toEqual([])
})

test('each view is named by its title, which takes the focus when the view is entered @main', async ({
  demo,
  page,
  chains,
}) => {
  await demo.goto()
  await visitEveryView(demo, chains, async ({ name, title, isNew }) => {
    await expect(page.getByRole('dialog', { name: title, exact: true })).toBeVisible()
    if (isNew) await expect(demo.dialog.locator('#title'), name).toBeFocused()
  })
})

test('what becomes of a request is said by one status region, which stays @main', async ({ demo, page }) => {
  await freezeClock(page)
  await demo.goto()
  const rejection = { kind: 'delay', ms: 1_000, next: { kind: 'reject' } } as const
  await demo.wallet.script({ methods: { eth_requestAccounts: [rejection, { kind: 'hang' }] } })
  await demo.pickDevWallet()
  const region = demo.dialog.getByRole('status').filter({ hasText: 'Open Dev wallet to continue' })
  const look = async () => {
    await page.clock.runFor(10)
    return region.count()
  }
  await expect.poll(look).toBe(1)
  const element = await region.elementHandle()
  const words = () => element?.evaluate((node) => node.isConnected && node.textContent)
  expect(await words()).toContain('Approve the connection in your wallet.')
  await page.clock.runFor(1_000)
  await expect.poll(words).toContain('Connection rejected')
  await demo.button('Try again').click()
  await expect.poll(words).toContain('Open Dev wallet to continue')
})

for (const [what, width, height] of [
  ['at 320 px', 320, 640],
  ['at 200 % on a small screen', 512, 384],
] as const)
  test(`nothing is cut off or needs scrolling sideways ${what} @main`, async ({ demo, page, chains }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await demo.goto()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await visitEveryView(demo, chains, async ({ name }) => {
      await expectNothingCut(demo, name)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  })

test('with forced colours every control has an outline, and nothing is cut off @main', async ({
  demo,
  page,
  chains,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await demo.goto()
  await visitEveryView(demo, chains, async ({ name }) => {
    await expectNothingCut(demo, name)
    const bare = await demo.dialog
      .locator('.row, .btn')
      .evaluateAll((controls) =>
        controls.filter((control) => getComputedStyle(control).borderStyle === 'none').map((node) => node.textContent),
      )
    expect({ name, bare }).toEqual({ name, bare: [] })
  })
})

/** The card takes the height of a new view with the next frame. */
async function expectNothingCut({ dialog }: DemoPage, name: string): Promise<void> {
  await expect.poll(() => dialog.evaluate(findCutControls), { message: name }).toEqual([])
}

/** Controls that reach over the card or the screen, or whose content reaches over them. */
function findCutControls(dialog: Element): readonly string[] {
  const card = dialog.querySelector('.card')?.getBoundingClientRect()
  const isCut = (control: Element): boolean => {
    control.scrollIntoView({ block: 'nearest' })
    const { left, right, top, bottom } = control.getBoundingClientRect()
    return (
      !card ||
      left < Math.max(0, card.left) ||
      right > Math.min(innerWidth, card.right) ||
      top < 0 ||
      bottom > innerHeight ||
      control.scrollWidth > control.clientWidth + 1 ||
      control.scrollHeight > control.clientHeight + 1
    )
  }
  return [...dialog.querySelectorAll('button, a')].filter(isCut).map((control) => control.textContent || 'unnamed')
}
