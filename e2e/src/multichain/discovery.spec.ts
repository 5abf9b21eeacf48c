import { expect, test } from '../fixtures/multiTest.js'

const key = 'b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856'

test('forty wallets on both EVM and Solana are listed as forty rows @multichain', async ({ multi, page }) => {
  await multi.demo.addTools()
  await multi.goto()
  await page.evaluate(() => {
    window.tools.announceMany(window, 40)
    window.tools.registerMany(window, 40)
  })
  await multi.demo.connectButton.click()
  const rows = multi.demo.dialog.getByRole('button', { name: /^Wallet \d+/ })
  await expect(rows).toHaveCount(40)
  const names = await rows.locator('b').allTextContents()
  expect(new Set(names).size).toBe(40)
})

test('six Bitcoin providers at once are listed separately, and each connects its own account @multichain', async ({
  multi,
  page,
}) => {
  await multi.demo.addTools()
  await multi.goto()
  await page.evaluate((hex) => {
    const shapes = ['wallet-standard', 'sats-connect', 'leather', 'okx', 'unisat', 'xverse'] as const
    const toKey = (index: number): Uint8Array =>
      Uint8Array.from(
        hex.match(/../g) ?? [],
        (byte, at) => (Number.parseInt(byte, 16) + (at === 31 ? index + 1 : 0)) % 256,
      )
    const wallets = shapes.map((shape, index) =>
      window.tools.createBitcoinWallet({ name: `Bitcoin ${shape}`, shape, privateKeys: [toKey(index)] }),
    )
    for (const wallet of wallets) wallet.inject(window)
    Object.assign(window, { six: wallets })
  }, key)
  const bitcoinRows = (): Promise<readonly string[]> =>
    page.evaluate(() =>
      window.latchkey
        .getState()
        .connectors.filter(({ namespaces }) => namespaces.includes('bip122'))
        .map(({ id }) => id),
    )
  // the Dev wallet is the seventh
  await expect.poll(async () => (await bitcoinRows()).length, { timeout: 15_000 }).toBe(7)
  await page.evaluate(() => window.latchkey.start())
  const seen = new Set<string>()
  for (const connectorId of await bitcoinRows()) {
    const address = await page.evaluate(async (id) => {
      await window.tools.connect(window.latchkey, { connectorId: id, namespace: 'bip122' })
      return window.latchkey.getState().namespaces.bip122?.connection.connection?.accounts[0]?.address
    }, connectorId)
    seen.add(address ?? '')
  }
  expect(seen.size).toBe(7)
})
