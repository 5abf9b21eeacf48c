import { expect, phones, test } from './phoneTest.js'

test.describe('@walletconnect the app of a Solana wallet', () => {
  test.use(phones.iPhone)

  test('opens this page in its own browser while the tap’s user activation lasts; canceling ends the attempt', async ({
    phone,
  }) => {
    await phone.serveWallets([])
    await phone.goto('?solana=1')
    await phone.connectButton.tap()
    await phone.button('Phantom').tap()
    await expect.poll(() => phone.leavings()).toHaveLength(1)
    const [leaving] = await phone.leavings()
    expect(leaving?.isActive).toBe(true)
    const page = encodeURIComponent(phone.page.url())
    expect(leaving?.href).toMatch(/^https:\/\/phantom\.app\/ul\/browse\//)
    expect(leaving?.href).toContain(page)
    await phone.button('Cancel').tap()
    await expect(phone.heading('Connect')).toBeVisible()
    await expect(phone.status).toHaveText('disconnected')
  })
})
