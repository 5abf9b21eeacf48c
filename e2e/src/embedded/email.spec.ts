import { expect, test } from './embeddedTest.js'
import { Mailbox } from './Mailbox.js'

test.describe('the email address of an embedded wallet', () => {
  test('is changed with one code sent to the old address and one to the new, and the wallet stays the same [S4.36] @embedded', async ({
    embedded,
  }) => {
    test.slow()
    await embedded.goto()
    await embedded.logIn()
    const addresses = await embedded.readAddresses()
    await embedded.letPass(31)
    const [old, fresh] = [embedded.mailbox, new Mailbox()]
    await embedded.demo.page.evaluate(() => void window.latchkey.open())
    await embedded.demo.button('Settings').click()
    await embedded.demo.button('Edit email').click()
    await embedded.demo.dialog.getByRole('textbox', { name: 'New email address' }).fill(fresh.address)
    await embedded.demo.button('Save').click()
    await expect(embedded.demo.dialog.getByText(old.address)).toBeVisible()
    await embedded.typeCode(1)
    await expect(embedded.demo.dialog.getByText(fresh.address)).toBeVisible()
    embedded.mailbox = fresh
    await embedded.typeCode(0)
    await expect(embedded.demo.toast).toHaveText('Email changed')
    await embedded.demo.button('Back').click()
    await expect(embedded.demo.dialog.getByText(fresh.address)).toBeVisible()
    expect(await embedded.readAddresses()).toEqual(addresses)
    // the old address is notified
    await expect
      .poll(async () => (await old.read()).at(-1)?.text ?? '')
      .toContain('Your wallet no longer opens with this email address.')
  })
})
