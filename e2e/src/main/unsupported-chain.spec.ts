import { freezeClock } from '../fixtures/freezeClock.js'
import { expect, test } from '../fixtures/test.js'

const foreign = 1

test('an unsupported network opens the view to switch, unless it is allowed or switching is disabled @main [S4.17]', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.selectChain(foreign)
  await expect(demo.heading('Switch network')).toBeVisible()

  for (const option of ['allowUnsupportedChain=1', 'enableNetworkSwitch=0'])
    await test.step(option, async () => {
      await demo.goto(`?${option}`)
      await expect(demo.status).toHaveText('connected')
      await expect(demo.network).toHaveText('not supported (eip155:1)')
      await expect(demo.dialog).toBeHidden()
      await page.getByRole('button', { name: 'Switch network' }).click()
      await expect(demo.heading('Account')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(demo.dialog).toBeHidden()
    })
})

test('the view to switch ignores Esc, X and backdrop, survives a reload, and closes when the wallet switches back @main', async ({
  demo,
  page,
  chains: [one],
}) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.selectChain(foreign)
  const expectOpen = async (): Promise<void> => {
    await expect(demo.heading('Switch network')).toBeVisible()
    expect((await demo.state()).modal.open).toBe(true)
  }
  for (let press = 0; press < 10; press++) {
    await page.keyboard.press('Escape')
    await expectOpen()
  }
  await demo.button('Close').click()
  await expectOpen()
  await page.mouse.click(8, 8)
  await expectOpen()
  expect(await page.evaluate(() => window.latchkey.close())).toBe(false)

  await page.reload()
  await expectOpen()
  await page.keyboard.press('Escape')
  await expectOpen()
  await demo.wallet.selectChain(one.id)
  await expect(demo.dialog).toBeHidden()
  await expect(demo.network).toHaveText(one.name)
})

test('refusing to close shakes the modal for 500 ms @main [S2.21]', async ({ demo, page }) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.selectChain(foreign)
  await expect(demo.heading('Switch network')).toBeVisible()
  await freezeClock(page)
  const isShaking = async (): Promise<boolean> => (await demo.state()).modal.shake
  for (const { name, refuse } of [
    { name: 'Esc', refuse: () => page.keyboard.press('Escape') },
    { name: 'X', refuse: () => demo.button('Close').click() },
    { name: 'backdrop', refuse: () => page.mouse.click(8, 8) },
  ])
    await test.step(name, async () => {
      await refuse()
      expect(await isShaking()).toBe(true)
      await page.clock.runFor(499)
      expect(await isShaking()).toBe(true)
      await page.clock.runFor(1)
      expect(await isShaking()).toBe(false)
    })

  const durations = await demo.dialog.evaluateHandle((dialog) => {
    const seen: unknown[] = []
    dialog.addEventListener('animationstart', () => {
      for (const animation of dialog.getAnimations())
        if (Reflect.get(animation, 'animationName') === 'shake') seen.push(animation.effect?.getTiming().duration)
    })
    return seen
  })
  await page.keyboard.press('Escape')
  await expect.poll(() => durations.jsonValue()).toEqual([500])
})

test('disconnecting closes the view to switch @main', async ({ demo }) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.selectChain(foreign)
  await demo.button('Disconnect').click()
  await expect(demo.dialog).toBeHidden()
  await demo.expectDisconnected()
})

test('a declined switch does not close the modal on an unsupported network @main', async ({
  demo,
  page,
  chains: [one],
}) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.selectChain(foreign)
  await demo.wallet.script({ methods: { wallet_switchEthereumChain: [{ kind: 'reject' }] } })
  await demo.button(one.name).click()
  await expect(demo.heading('Declined in your wallet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(demo.heading('Declined in your wallet')).toBeVisible()
  await demo.button('Cancel').click()
  await expect(demo.heading('Switch network')).toBeVisible()
  await demo.button(one.name).click()
  await expect(demo.dialog).toBeHidden()
  await expect(demo.network).toHaveText(one.name)
})
