import { toShort } from '../fixtures/DemoPage.js'
import { expect, test } from '../fixtures/test.js'

test('the main flow on EVM works from connecting to disconnecting [S1.1] @main', async ({ demo, page, chains }) => {
  const [account = ''] = demo.accounts
  const [one, two] = chains
  await demo.goto()

  await test.step('connect', async () => {
    await demo.connect()
    await expect(demo.address).toHaveText(account)
    await expect(page.getByRole('button', { name: toShort(account) })).toBeVisible()
  })

  await test.step('see the funded balance', async () => {
    await demo.openAccount()
    await expect(demo.dialog).toContainText('100.000 ETH')
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
  })

  await test.step('sign, verified by viem', async () => {
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(page.getByTestId('sign-result')).toHaveText(/^Verified: 0x[0-9a-f]{130}$/)
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(page.getByTestId('sign-result')).toHaveText(/^Verified: 0x[0-9a-f]{130}$/)
  })

  await test.step('send, mined by the chain', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByTestId('send-result')).toHaveText(/^Mined in block \d+: 0x[0-9a-f]{64}$/)
    await demo.openAccount()
    await expect(demo.dialog).toContainText('99.749 ETH')
  })

  await test.step('switch to the second chain and back', async () => {
    await demo.dialog.getByRole('button', { name: 'Change network' }).click()
    await demo.dialog.getByRole('button', { name: two.name }).click()
    await expect(demo.network).toHaveText(two.name)
    await expect(demo.dialog).toContainText('100.000 ETH')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Switch to ${one.name}` }).click()
    await expect(page.getByTestId('network-result')).toHaveText(`Now on ${one.name}`)
    await expect(demo.network).toHaveText(one.name)
  })

  await test.step('land on a chain that the app does not have, and recover', async () => {
    await page.getByRole('button', { name: 'Go to an unsupported network' }).click()
    await expect(demo.dialog.getByRole('heading', { name: 'Switch network' })).toBeVisible()
    await demo.dialog.getByRole('button', { name: one.name }).click()
    await expect(demo.dialog).toBeHidden()
    await expect(demo.network).toHaveText(one.name)
  })

  await test.step('reload and still be connected, without a prompt', async () => {
    await page.reload()
    await expect(demo.status).toHaveText('connected')
    await expect(demo.address).toHaveText(account)
    expect(await page.evaluate(() => window.devWallet.prompts)).toBe(0)
  })

  await test.step('disconnect, and stay disconnected after a reload', async () => {
    await demo.openAccount()
    await demo.dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect(demo.dialog).toBeHidden()
    await expect(demo.status).toHaveText('disconnected')
    await page.reload()
    await expect(demo.connectButton).toHaveText('Connect')
    await expect(demo.status).toHaveText('disconnected')
  })
})
