import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { VirtualAuthenticator } from '../passkeys/VirtualAuthenticator.js'
import { expect, test } from './operateTest.js'

test.describe('operators of the console', () => {
  test('are invited, see only the actions of their role, and are recorded in a log that is verified and exported @operate', async ({
    owner,
    browser,
  }) => {
    const name = `auditor-${randomUUID().slice(0, 8)}`
    await owner.open('Operators')
    await owner.button('Invite').click()
    await owner.dialog.getByLabel('Name').fill(name)
    await owner.dialog.getByLabel('Role').selectOption('auditor')
    await owner.button('Create the link').click()
    const link = (await owner.dialog.locator('.secret code').textContent()) ?? ''
    await owner.button('Done').click()

    const context = await browser.newContext()
    const page = await context.newPage()
    await VirtualAuthenticator.add(page)
    await page.goto(link)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Overview')
    for (const [section, action] of [
      ['Projects', 'Add a project'],
      ['Signing', 'Stop all signing'],
      ['Keys', 'Rotate'],
      ['Operators', 'Invite'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: section, exact: true }).click()
      await expect(heading).toHaveText(section)
      await expect(page.getByRole('main').getByText(action, { exact: true })).toHaveCount(0)
      await owner.open(section)
      await expect(owner.page.getByRole('main').getByText(action, { exact: true })).toBeVisible()
    }
    await context.close()

    await owner.page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: /^Remove/ })
      .click()
    await owner.dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(owner.toast).toContainText(`${name} was removed`)

    await owner.open('Audit log')
    await owner.button('Console').click()
    await owner.field('Operator').fill(owner.name)
    await owner.button('Filter').click()
    const table = owner.page.getByRole('region', { name: 'Entries of the log' })
    for (const event of ['invite.made', 'operator.removed']) await expect(table.getByText(event)).toBeVisible()
    await owner.button('Verify the chain').click()
    await expect(owner.page.getByText(/entries are intact/)).toBeVisible()
    const download = owner.page.waitForEvent('download')
    await owner.page.getByRole('link', { name: 'Export JSON lines' }).click()
    const file = await (await download).path()
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'operator.removed', operator: owner.name, entry: { name } }),
    )
    await owner.button('Vault').click()
    await owner.button('Verify the chain').click()
    await expect(owner.page.getByText(/entries are intact/)).toBeVisible()
  })
})
