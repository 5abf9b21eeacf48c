import { expect, test } from './moneyTest.js'

test('a name is registered with a signature, shown in the account, and resolved when sending to it [S1.1] [S1.4] @money', async ({
  money,
  demo,
}) => {
  const name = `visitor-${crypto.randomUUID().slice(0, 8)}`
  const whole = `${name}.latchkey.test`
  await money.goto()
  await money.openAccount()
  await demo.button('Settings').click()
  await demo.button('Account name').click()
  await money.expectView('Account name')
  const field = demo.dialog.getByRole('textbox', { name: 'Name' })
  await field.fill('abc')
  await expect(demo.button('Register')).toBeDisabled()
  await field.fill(name)
  await expect(demo.dialog).toContainText(`${whole} is available`)
  await demo.button('Register').click()
  await expect(demo.dialog).toContainText(`${whole} is yours`)
  expect(await demo.wallet.requests('personal_sign')).toHaveLength(1)
  await demo.button('Done').click()
  await expect(demo.dialog).toContainText(whole)

  await test.step('it is no longer available', async () => {
    await money.open({ view: 'RegisterAccountName' })
    await field.fill(name)
    await expect(demo.dialog).toContainText(`${whole} is taken`)
  })
  await test.step('it resolves to the account when sending', async () => {
    await money.open({ view: 'WalletSend' })
    await demo.dialog.getByRole('textbox', { name: 'To', exact: true }).fill(whole)
    await expect(demo.dialog).toContainText(`${whole} is ${money.account.slice(0, 6)}`)
  })
})
