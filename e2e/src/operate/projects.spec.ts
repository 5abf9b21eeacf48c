import { randomUUID } from 'node:crypto'
import { expect, test } from './operateTest.js'

test.describe('projects in the console', () => {
  test('keep their settings for logins, custody and limits, and those without a form field @operate', async ({
    owner,
  }) => {
    const id = `app-${randomUUID().slice(0, 8)}`
    const values = {
      'Issuer of tokens': 'https://app.example',
      'Audience of tokens': 'wallet',
      'Key set of the issuer': 'https://app.example/jwks.json',
      'Second factor above': '250.50',
    }
    const others = {
      paymasters: [{ url: 'https://pay.example', chains: ['eip155:8453'] }],
      jwt: { subjectClaim: 'user_id' },
    }
    await owner.goto('/projects/new')
    await owner.field('Project id').fill(id)
    await owner.field('Name').fill('Logins')
    await owner.field('Origins').fill('https://app.example')
    await owner.field('Issuer of tokens').fill('https://app.example')
    await owner.button('Add the project').click()
    await expect(owner.page.getByText('Fill in all three, or none.')).toHaveCount(2)
    for (const [label, value] of Object.entries(values)) await owner.field(label).fill(value)
    await owner.field('Users create passkeys').uncheck()
    await owner.field('Users continue as guests, with a wallet that only their browser opens').check()
    await owner.field('Users own their EVM account with a passkey').selectOption('optional')
    await owner.field('Other settings (JSON)').fill(JSON.stringify(others))
    await owner.button('Add the project').click()
    await owner.confirm('Save')
    await owner.page.reload()
    await expect(owner.heading).toHaveText('Logins')
    for (const [label, value] of Object.entries(values)) await expect(owner.field(label)).toHaveValue(value)
    await expect(owner.field('Users create passkeys')).not.toBeChecked()
    await expect(owner.field('Users continue as guests, with a wallet that only their browser opens')).toBeChecked()
    await expect(owner.field('Users own their EVM account with a passkey')).toHaveValue('optional')
    expect(JSON.parse(await owner.field('Other settings (JSON)').inputValue())).toEqual(others)
  })

  test('show both versions on a conflicting save, and are stopped, resumed and deleted after typing their id @operate', async ({
    owner,
    signUp,
  }) => {
    test.slow()
    const id = `app-${randomUUID().slice(0, 8)}`
    await owner.goto('/projects/new')
    await owner.button('Add the project').click()
    await expect(owner.page.getByText('Enter the name that users see.')).toBeVisible()
    await owner.field('Project id').fill(id)
    await owner.field('Name').fill('First')
    await owner.field('Origins').fill('https://app.example/path')
    await owner.button('Add the project').click()
    await expect(owner.page.getByText('is not an origin')).toBeVisible()
    await owner.field('Origins').fill('https://app.example')
    await owner.button('Add the project').click()
    await owner.confirm('Save')
    await expect(owner.heading).toHaveText('First')

    const other = await signUp('owner')
    await other.goto(`/projects/${id}`)
    await other.field('Name').fill('Second')
    await owner.field('Name').fill('Third')
    await owner.button('Save').click()
    await owner.confirm('Save')
    await expect(owner.heading).toHaveText('Third')
    await other.button('Save').click()
    await other.dialog.getByLabel('Reason').fill('a test asked for it')
    await other.dialog.getByRole('button', { name: 'Save' }).click()
    await expect(other.page.getByRole('region', { name: 'The saved version' })).toContainText('"name": "Third"')
    await expect(other.page.getByRole('region', { name: 'Your version' })).toContainText('"name": "Second"')
    await other.button('Replace it with mine').click()
    await other.confirm('Save')
    await expect(other.heading).toHaveText('Second')

    // stops signing for this project only: all tests share the vault
    await other.open('Signing')
    await other.button(`Stop ${id}`).click()
    await other.dialog.getByLabel(`Type ${id} to confirm`).fill('something else')
    await other.dialog.getByLabel('Reason').fill('a test asked for it')
    await other.dialog.getByRole('button', { name: 'Stop signing' }).click()
    await expect(other.dialog.getByText(`Type ${id} exactly.`)).toBeVisible()
    await other.dialog.getByLabel(`Type ${id} to confirm`).fill(id)
    await other.confirm('Stop signing')
    await expect(other.page.getByRole('listitem').filter({ hasText: id })).toContainText('Stopped')
    await other.button(`Resume ${id}`).click()
    await other.dialog.getByLabel(`Type ${id} to confirm`).fill(id)
    await other.confirm('Resume signing')
    await expect(other.button(`Stop ${id}`)).toBeVisible()

    await other.goto(`/projects/${id}`)
    await other.button('Delete the project').click()
    await expect(other.dialog.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled()
    await other.dialog.getByLabel(`Type ${id} to confirm`).fill(id)
    await other.confirm('Delete')
    await expect(other.heading).toHaveText('Projects')
    await expect(other.page.getByRole('main')).not.toContainText(id)
  })

  test('save settings of the gateway alone if the vault’s need a second operator @operate', async ({ owner }) => {
    const id = `app-${randomUUID().slice(0, 8)}`
    await owner.goto('/projects/new')
    await owner.field('Project id').fill(id)
    await owner.field('Name').fill('Two operators')
    await owner.field('Origins').fill('https://app.example')
    await owner.button('Add the project').click()
    await owner.confirm('Save')
    await expect(owner.heading).toHaveText('Two operators')
    // as with project.save in OPERATOR_APPROVALS
    await owner.page.route('**/api/vault/v1/act', (route) =>
      route.fulfill({ status: 202, json: { status: 'proposed', proposal: {} } }),
    )
    await owner.field('Requests per minute').fill('600')
    await owner.button('Save').click()
    await owner.confirm('Save')
    await expect(owner.toast).toContainText('Saved.')
    await owner.page.reload()
    await expect(owner.field('Requests per minute')).toHaveValue('600')
    await owner.field('Name').fill('Three operators')
    await owner.button('Save').click()
    await owner.confirm('Save')
    await expect(owner.toast).toContainText('Proposed.')
  })

  test('report what the vault has saved or deleted if the gateway then refuses @operate', async ({ owner }) => {
    const id = `app-${randomUUID().slice(0, 8)}`
    await owner.goto('/projects/new')
    await owner.field('Project id').fill(id)
    await owner.field('Name').fill('First half')
    await owner.field('Origins').fill('https://app.example')
    await owner.button('Add the project').click()
    await owner.confirm('Save')
    await expect(owner.heading).toHaveText('First half')
    const ofGateway = '**/api/gateway/admin/v1/projects/**'
    await owner.page.route(ofGateway, (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'It was changed since.' } } }),
    )
    await owner.field('Name').fill('Second half')
    await owner.button('Save').click()
    await owner.confirm('Save')
    await expect(owner.page.getByText('Yours was saved in the vault, but not in the gateway.')).toBeVisible()
    await owner.page.unroute(ofGateway)
    await owner.button('Replace it with mine').click()
    await owner.confirm('Save')
    await expect(owner.heading).toHaveText('Second half')

    await owner.page.route(ofGateway, (route) =>
      route.fulfill({ status: 502, json: { error: { code: 'SERVICE_UNAVAILABLE', message: 'Nothing was changed.' } } }),
    )
    await owner.button('Delete the project').click()
    await owner.dialog.getByLabel(`Type ${id} to confirm`).fill(id)
    await owner.dialog.getByLabel('Reason').fill('a test asked for it')
    await owner.dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(owner.dialog.getByRole('alert')).toContainText('Deleted in the vault, but not in the gateway')
    await owner.page.unroute(ofGateway)
    await owner.dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(owner.heading).toHaveText('Projects')
    await expect(owner.page.getByRole('main')).not.toContainText(id)
  })
})
