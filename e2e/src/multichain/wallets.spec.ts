import { expect, test } from '../fixtures/multiTest.js'

test('two wallets on one chain are added, switched, restored after a reload, disconnected and removed @multichain', async ({
  multi,
  page,
}) => {
  await multi.goto()
  await multi.connectOne('eip155')
  const { dialog } = multi.demo

  await test.step('add a second one', async () => {
    await multi.button('eip155', 'Show').click()
    await dialog.getByRole('button', { name: /^Wallets/ }).click()
    await dialog.getByRole('button', { name: 'Add wallet' }).click()
    await dialog.getByRole('button', { name: 'Spare wallet' }).click()
    await expect(multi.field('eip155', 'wallet')).toHaveText('Spare wallet')
    await expect(dialog).toContainText('Dev wallet')
  })

  await test.step('switch back to the first', async () => {
    await dialog.getByRole('button', { name: /Dev wallet Switch$/ }).click()
    await expect(multi.field('eip155', 'wallet')).toHaveText('Dev wallet')
    await expect(multi.field('eip155', 'address')).toHaveText(multi.addresses.eip155)
  })

  await test.step('reload restores both, with the same one active', async () => {
    await page.reload()
    await expect(multi.field('eip155', 'wallet')).toHaveText('Dev wallet')
    await expect.poll(() => page.evaluate(() => window.latchkey.getState().namespaces.eip155.others?.length)).toBe(1)
    expect(await multi.prompts()).toBe(0)
  })

  await test.step('disconnect the other one, and remove it from the list', async () => {
    await multi.button('eip155', 'Show').click()
    await dialog.getByRole('button', { name: /^Wallets/ }).click()
    await dialog.getByRole('button', { name: /^Disconnect Spare wallet/ }).click()
    await expect(dialog.getByRole('button', { name: /Spare wallet Connect$/ })).toBeVisible()
    await dialog.getByRole('button', { name: /^Remove Spare wallet/ }).click()
    await expect(dialog).not.toContainText('Spare wallet')
    await expect(multi.field('eip155', 'wallet')).toHaveText('Dev wallet')
  })
})

test('choosing a network of an unconnected namespace asks for confirmation, then lists its wallets @multichain', async ({
  multi,
  page,
}) => {
  await multi.goto()
  await multi.connectOne('eip155')
  const { dialog } = multi.demo
  await page
    .getByRole('button', { name: `${multi.addresses.eip155.slice(0, 6)}…` })
    .first()
    .click()
  await dialog.getByRole('button', { name: /Change network/ }).click()
  await dialog.getByRole('button', { name: 'Local Solana' }).click()
  await expect(multi.field('eip155', 'status')).toHaveText('connected')
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click()
  await dialog.getByRole('button', { name: 'Dev wallet' }).click()
  await expect(multi.field('solana', 'status')).toHaveText('connected')
  await expect(multi.field('eip155', 'status')).toHaveText('connected')
})

test('a Bitcoin wallet shows its payment and its ordinals address, payment first @multichain', async ({
  multi,
  page,
}) => {
  await multi.goto()
  await multi.connectOne('bip122')
  const connection = await page.evaluate(() => window.latchkey.getState().namespaces.bip122?.connection)
  const accounts = connection?.connection?.accounts ?? []
  expect(accounts.map(({ type }) => type)).toEqual(['payment', 'ordinal'])
  for (const { publicKey, address } of accounts) {
    expect(publicKey).toMatch(/^[0-9a-f]{64,66}$/)
    expect(address).toMatch(/^bcrt1/)
  }
  await multi.button('bip122', 'Show').click()
  await multi.demo.dialog.getByRole('button', { name: /^Wallets/ }).click()
  for (const { address } of accounts)
    await expect(multi.demo.dialog).toContainText(`${address.slice(0, 6)}…${address.slice(-4)}`)
})
