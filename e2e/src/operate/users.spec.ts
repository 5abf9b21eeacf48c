import { randomUUID } from 'node:crypto'
import { expect, test } from './operateTest.js'

test.describe('the operator console', () => {
  test('adds a project, finds its user, and freezes and unfreezes them with effect on the next signature @operate', async ({
    embedded,
    owner,
    demoUrl,
  }) => {
    test.slow()
    // the signature of a frozen user
    embedded.demo.expectedErrors.push(/status of 403/)
    const id = `app-${randomUUID().slice(0, 8)}`
    await owner.open('Projects')
    await owner.page.getByRole('link', { name: 'Add a project' }).click()
    await owner.field('Project id').fill(id)
    await owner.field('Name').fill('Newcomer')
    await owner.field('Origins').fill(new URL(demoUrl).origin)
    await owner.button('Add the project').click()
    await owner.confirm('Save', 'a new app')
    await expect(owner.heading).toHaveText('Newcomer')

    // the app uses the id at once: no process was restarted
    const frame = `${process.env['VAULT_URL']}?projectId=${id}`
    const tab = await owner.page.context().newPage()
    await expect.poll(async () => (await tab.goto(frame))?.status(), 'the frame of the project').toBe(200)
    await tab.close()
    await embedded.goto(`&projectId=${id}`)
    await embedded.logIn()
    const { eip155 } = await embedded.readAddresses()

    await owner.open('Users')
    await owner.field('Email, id or address').fill(embedded.mailbox.address)
    await owner.button('Search').click()
    const row = owner.page.getByRole('main').getByRole('listitem')
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(id)
    await row.getByRole('link').click()
    await expect(owner.heading).toHaveText('User')
    await expect(owner.page.getByText('Logged in')).toBeVisible()
    await expect(owner.page.getByRole('main')).not.toContainText(embedded.mailbox.address)
    expect(eip155).toMatch(/^0x/)

    await owner.button('Freeze').click()
    await owner.confirm('Freeze', 'the owner called')
    await expect(owner.page.getByText('This user is frozen')).toBeVisible()
    await embedded.page.getByRole('button', { name: 'Sign message' }).click()
    await expect(embedded.page.getByTestId('sign-result')).toContainText(/frozen/i)

    await owner.button('Unfreeze').click()
    await owner.confirm('Unfreeze', 'it was a mistake')
    await expect(owner.page.getByText('This user is frozen')).toBeHidden()
    await expect(owner.page.getByRole('region', { name: 'Events of this user' })).toContainText('user.unfrozen')
    await expect(owner.page.getByRole('region', { name: 'Events of this user' })).toContainText(owner.name)
    await embedded.page.getByRole('button', { name: 'Sign message' }).click()
    await embedded.agree()
    await expect(embedded.page.getByTestId('sign-result')).toHaveText(/^Verified: /)
  })
})
