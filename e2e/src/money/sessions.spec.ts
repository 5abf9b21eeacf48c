import { grantSession } from './grantSession.js'
import { expect, test } from './moneyTest.js'

const hour = 3_600_000

test('permissions are listed as active, expired and revoked; the wallet signs a revocation, which survives a reload [S1.4] @money', async ({
  money,
  demo,
  page,
}) => {
  await page.clock.install()
  await money.goto()
  const names = ['Short Game', 'Long Game', 'Other Game']
  for (const [index, name] of names.entries())
    await grantSession(page, { name, expires: Date.now() + (index === 0 ? 1 : 48) * hour })
  const { dialog } = demo
  const tab = (name: 'Active' | 'Expired' | 'Revoked') => dialog.getByRole('tab', { name: new RegExp(`^${name}`) })
  const row = (name: string) => dialog.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
  await money.openAccount()
  await demo.button('Settings').click()
  await demo.button('Permissions').click()
  await money.expectView('Permissions')
  await expect(tab('Active')).toHaveText('Active 3')
  for (const name of names) await expect(row(name)).toContainText('Allows: ')

  await test.step('declining in the wallet shows that the app can still act', async () => {
    await demo.wallet.script({ methods: { personal_sign: [{ kind: 'reject' }] } })
    await demo.button('Revoke permission of Long Game').click()
    await expect(row('Long Game').getByRole('alert')).toContainText('The app can still act for you.')
    await expect(tab('Active')).toHaveText('Active 3')
  })
  await test.step('a signed revocation takes effect, also after a reload', async () => {
    await demo.button('Revoke permission of Long Game').click()
    await expect(tab('Active')).toHaveText('Active 2')
    await expect(tab('Revoked')).toHaveText('Revoked 1')
    expect(await demo.wallet.requests('personal_sign')).toHaveLength(2)
    await page.reload()
    await expect(demo.status).toHaveText('connected')
    await money.open({ view: 'SmartSessions' })
    await expect(tab('Active')).toHaveText('Active 2')
    await tab('Revoked').click()
    await expect(row('Long Game')).toContainText('Revoked')
    await expect(row('Long Game').getByRole('button')).toHaveCount(0)
  })
  await test.step('a permission past its end is listed as expired, and cannot be revoked', async () => {
    await page.clock.fastForward(2 * hour)
    await page.keyboard.press('Escape')
    await money.open({ view: 'SmartSessions' })
    await tab('Expired').click()
    await expect(row('Short Game')).toContainText('Expired')
    await expect(row('Short Game').getByRole('button')).toHaveCount(0)
    await tab('Active').click()
    await expect(row('Other Game')).toBeVisible()
    await expect(dialog.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
  })
})

test('a permission from a wallet in the page is recorded, used without asking, and revoked in the wallet [S1.4] @money', async ({
  money,
  demo,
  page,
}) => {
  const result = page.getByTestId('permission-result')
  const send = page.getByRole('button', { name: 'Send 0.01 ETH with it' })
  const tab = (name: 'Active' | 'Revoked') => demo.dialog.getByRole('tab', { name: new RegExp(`^${name}`) })
  await money.goto()
  await page.getByRole('button', { name: 'Ask for a permission' }).click()
  await expect(result).toHaveText(/^Granted: 0x/)
  await send.click()
  await expect(result).toHaveText('Sent without asking: success')
  await send.click()
  await expect(result).toHaveText(/The permission does not cover these calls/)
  await money.openAccount()
  await demo.button('Settings').click()
  await demo.button('Permissions').click()
  await expect(tab('Active')).toHaveText('Active 1')
  await demo.dialog.getByRole('button', { name: /^Revoke permission of/ }).click()
  await expect(tab('Revoked')).toHaveText('Revoked 1')
  expect(await demo.wallet.requests('wallet_revokeExecutionPermission')).toHaveLength(1)
  await page.keyboard.press('Escape')
  await send.click()
  await expect(result).toHaveText(/The permission does not cover these calls/)
})
