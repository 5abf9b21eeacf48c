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

  test('keeps a user frozen whom an API key has frozen, so that the key can no longer unfreeze them @operate', async ({
    embedded,
    owner,
  }) => {
    await embedded.goto()
    await embedded.logIn()
    await owner.open('Users')
    await owner.field('Email, id or address').fill(embedded.mailbox.address)
    await owner.button('Search').click()
    await owner.page.getByRole('main').getByRole('listitem').getByRole('link').click()
    await expect(owner.heading).toHaveText('User')
    const userUrl = new URL(owner.page.url())
    const user = userUrl.pathname.split('/').at(-1)
    await owner.page.getByRole('main').getByRole('link', { name: 'demo' }).click()
    await owner.button('Create a key').click()
    await owner.dialog.getByLabel('Name').fill('backend')
    await owner.dialog.getByLabel('Freeze and unfreeze users').check()
    await owner.dialog.getByLabel('Reason').fill('support desk')
    await owner.dialog.getByRole('button', { name: 'Create' }).click()
    const secret = (await owner.dialog.locator('.secret').textContent())?.match(/lk_[\w-]+/)?.[0]
    await owner.button('Done').click()
    // Node doesn't resolve vault.localhost
    const { port } = new URL(process.env['VAULT_URL'] ?? '')
    const ask = (action: 'freeze' | 'unfreeze') =>
      owner.page.request.post(`http://127.0.0.1:${port}/api/v1/users/${user}/${action}`, {
        headers: { authorization: `Bearer ${secret}` },
        data: { reason: 'reported as stolen' },
      })
    expect((await ask('freeze')).status()).toBe(200)

    await owner.goto(userUrl.pathname)
    await expect(owner.page.getByText('An API key has frozen them')).toBeVisible()
    await owner.button('Keep frozen').click()
    await owner.confirm('Keep frozen', 'the owner called')
    await expect(owner.page.getByText('An API key has frozen them')).toBeHidden()
    await expect(owner.page.getByText('This user is frozen')).toBeVisible()
    await expect(owner.button('Keep frozen')).toBeHidden()
    expect((await ask('unfreeze')).status()).toBe(403)
    await owner.button('Unfreeze').click()
    await owner.confirm('Unfreeze', 'it was a mistake')
    await expect(owner.page.getByText('This user is frozen')).toBeHidden()
  })
})
