import { EmbeddedPage } from './EmbeddedPage.js'
import { expect, test } from './embeddedTest.js'
import { openSecondBrowser } from './openSecondBrowser.js'

test.describe('a login by email', () => {
  test('from a second browser opens the same wallet, and has to be approved there too @embedded', async ({
    embedded,
    browser,
  }) => {
    test.slow()
    await embedded.goto()
    await embedded.logIn()
    const addresses = await embedded.readAddresses()
    const { demo, close } = await openSecondBrowser(browser, embedded)
    const second = new EmbeddedPage(demo, embedded.mailbox)
    await embedded.letPass(31)
    await second.goto()
    await second.typeEmail()
    await second.approveDevice(1)
    await second.typeCode(1)
    await second.expectConnected()
    expect(await second.readAddresses()).toEqual(addresses)
    await close()
  })

  test('ends in both namespaces on disconnect; the next one in the same browser needs only the code @embedded', async ({
    embedded,
    page,
  }) => {
    test.slow()
    await embedded.goto()
    await embedded.logIn()
    const addresses = await embedded.readAddresses()
    await page.getByRole('button', { name: 'Disconnect wallet' }).click()
    // one login covers both namespaces
    for (const namespace of ['eip155', 'solana'] as const)
      await expect(embedded.multi.field(namespace, 'status')).toHaveText('disconnected')
    await page.reload()
    await expect(embedded.demo.status).toHaveText('disconnected')
    // emails to one address are half a minute apart
    await embedded.letPass(31)
    await embedded.typeEmail()
    await embedded.typeCode(1)
    await embedded.expectConnected()
    expect(await embedded.readAddresses()).toEqual(addresses)
  })

  test('shows address and code errors at the field, keeps an invalid address and clears a wrong code [S5.1] @embedded', async ({
    embedded,
  }) => {
    embedded.demo.expectedErrors.push(/400 \(Bad Request\)/)
    await embedded.goto()
    await embedded.typeEmail('ann@example')
    await expect(embedded.demo.dialog.getByText('Enter a valid email address.')).toBeVisible()
    await expect(embedded.emailField).toHaveValue('ann@example')
    await expect(embedded.emailField).toBeFocused()
    await embedded.emailField.fill(embedded.mailbox.address)
    await embedded.emailField.press('Enter')
    await embedded.approveDevice()
    const code = await embedded.mailbox.nextCode(0)
    await embedded.codeField.fill(code === '000000' ? '000001' : '000000')
    // next to the wallet list, only the code view shows the error
    await expect(embedded.demo.dialog.getByRole('alert').filter({ hasText: /invalid code/i })).toHaveCount(1)
    await expect(embedded.codeField).toHaveValue('')
    await embedded.codeField.fill(code)
    await embedded.expectConnected()
  })

  test('can be closed while the device awaits approval; a retry within half a minute sends no second email [S5.2] @embedded', async ({
    embedded,
    page,
  }) => {
    await embedded.goto()
    await embedded.typeEmail()
    await expect(embedded.demo.heading('Approve this device')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(embedded.demo.dialog).toBeHidden()
    await expect(embedded.demo.status).toHaveText('disconnected')
    // requested again within half a minute, unless another test has moved the vault's clock
    const isTooSoon = embedded.demo.dialog.getByText(/^Please try again after \d+ seconds$/)
    let mails = 1
    await expect(async () => {
      await embedded.typeEmail()
      await expect(isTooSoon.or(embedded.demo.heading('Approve this device'))).toBeVisible()
      if (await isTooSoon.isVisible()) return
      mails++
      await page.keyboard.press('Escape')
      await expect(embedded.demo.dialog).toBeHidden()
      throw new Error('Half a minute was over.')
    }).toPass()
    await expect(embedded.emailField).toHaveValue(embedded.mailbox.address)
    expect(await embedded.mailbox.read()).toHaveLength(mails)
  })
})
