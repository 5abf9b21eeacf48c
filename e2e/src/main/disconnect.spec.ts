import { expect, test } from '../fixtures/test.js'

test('disconnecting resets account, network and wallet, and closes the modal unless keepOpen is set @main [S4.3]', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  await demo.addTools()
  await demo.goto()
  await demo.connect()
  await page.getByRole('button', { name: `Switch to ${two.name}` }).click()
  await expect(demo.network).toHaveText(two.name)
  await demo.openAccount()
  await expect(demo.dialog).toContainText('100.000 ETH')

  const expectReset = async (): Promise<void> => {
    await demo.expectDisconnected()
    for (const id of ['caip-address', 'wallet', 'provider']) await expect(page.getByTestId(id)).toHaveText('–')
    await expect(demo.network).toHaveText(one.name)
    const { namespaces } = await demo.state()
    expect(namespaces.eip155).toMatchObject({
      connection: { status: 'disconnected' },
      network: { isChosen: false },
      balance: { status: 'idle' },
    })
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('latchkey/state') ?? '{}'))
    expect(stored.data).toMatchObject({ connections: {}, networks: {} })
  }
  await demo.button('Disconnect').click()
  await expect(demo.dialog).toBeHidden()
  await expectReset()
  expect(await demo.wallet.isConnected()).toBe(false)

  await demo.connect()
  await page.evaluate(async () => {
    void window.latchkey.open({ view: 'Networks' })
    await window.tools.disconnect(window.latchkey, { keepOpen: true })
  })
  await expectReset()
  await expect(demo.dialog).toBeVisible()
})

test('a wallet that ignores the revocation stays disconnected, despite its events and after reloads @main', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.wallet.script({ ignoreRevoke: true })
  await demo.connect()
  await demo.openAccount()
  await demo.button('Disconnect').click()
  await demo.expectDisconnected()
  expect(await demo.wallet.isConnected()).toBe(true)

  const emitAccounts = (): Promise<void> =>
    page.evaluate(() => window.devWallet.emit('accountsChanged', [...window.devWallet.accounts]))
  await emitAccounts()
  await demo.expectDisconnected()
  await page.reload()
  await demo.expectDisconnected()
  await emitAccounts()
  await demo.expectDisconnected()
  expect(await demo.wallet.requests('eth_accounts')).toEqual([])

  await demo.connect()
})

test('removing the site in the wallet disconnects it and closes the modal @main', async ({ demo, page }) => {
  await demo.goto()
  await demo.connect()
  await demo.openAccount()
  await page.evaluate(() => window.devWallet.disconnectSite())
  await expect(demo.dialog).toBeHidden()
  await demo.expectDisconnected()
  await page.reload()
  await demo.expectDisconnected()
  await demo.connect()
  await page.getByRole('button', { name: 'Forget this site' }).click()
  await demo.expectDisconnected()
})

test('a wallet that fails to revoke its permissions causes a notice, and is disconnected all the same @main [S8.13]', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.wallet.script({
    methods: { wallet_revokePermissions: [{ kind: 'throw', value: { code: -32603, message: 'no' } }] },
  })
  await demo.connect()
  await demo.openAccount()
  await demo.button('Disconnect').click()
  await expect(demo.toast).toHaveText('Failed to disconnect')
  await expect(demo.dialog).toBeHidden()
  await demo.expectDisconnected()
  await page.reload()
  await demo.expectDisconnected()
})

test('a wallet that does not respond to the disconnect request causes a notice after three seconds @main', async ({
  demo,
  page,
}) => {
  await page.clock.install()
  await demo.goto()
  await demo.wallet.script({ methods: { wallet_revokePermissions: { kind: 'hang' } } })
  await demo.connect()
  await page.getByRole('button', { name: 'Disconnect wallet' }).click()
  await demo.expectDisconnected()
  await expect(demo.toast).toBeHidden()
  await page.clock.runFor(3_000)
  await expect(demo.toast).toHaveText('Failed to disconnect')
  await demo.connect()
})
