import { Mailbox } from '../embedded/Mailbox.js'
import { collectSinks, readKept, type Sighting } from './collectSinks.js'
import { expect, test } from './reachTest.js'

test('[T2] address, codes and link of a login go only to the vault, and the address to its own storage key @reach @threats', async ({
  embedded,
  context,
  page,
}) => {
  test.slow()
  const seen = collectSinks(context)
  const { demo, mailbox } = embedded
  const vault = `request: ${new URL(process.env['VAULT_URL'] ?? '').origin}`
  const fresh = new Mailbox()
  const kept: Sighting[] = []
  demo.expectedErrors.push(/400 \(Bad Request\)/)

  await embedded.goto('&debug=1')
  await embedded.typeEmail()
  await embedded.approveDevice()
  const link = await mailbox.nextLink(0)
  const first = await mailbox.nextCode(0)
  await embedded.codeField.fill(first === '000000' ? '000001' : '000000')
  await expect(demo.dialog.getByRole('alert').last()).not.toBeEmpty()
  await embedded.codeField.fill(first)
  await embedded.expectConnected()
  kept.push(...(await readKept(page)))
  await page.getByRole('button', { name: 'Sign message' }).click()
  await embedded.agree()
  await expect(page.getByTestId('sign-result')).toHaveText(/^Verified: 0x/)

  await embedded.letPass(31)
  await page.evaluate(() => void window.latchkey.open())
  await demo.button('Settings').click()
  await demo.button('Edit email').click()
  await demo.dialog.getByRole('textbox', { name: 'New email address' }).fill(fresh.address)
  await demo.button('Save').click()
  await expect(demo.dialog.getByText(mailbox.address)).toBeVisible()
  const second = await mailbox.nextCode(1)
  await embedded.typeCode(1)
  await expect(demo.dialog.getByText(fresh.address)).toBeVisible()
  const third = await fresh.nextCode(0)
  await embedded.codeField.fill(third)
  await expect(demo.toast).toHaveText('Email changed')
  kept.push(...(await readKept(page)))
  await page.keyboard.press('Escape')
  await page.reload()
  await embedded.expectConnected()
  await page.getByRole('button', { name: 'Disconnect wallet' }).click()
  await demo.expectDisconnected()
  const left = await readKept(page)

  const find = (canary: string, where: readonly Sighting[]): readonly string[] => [
    ...new Set(where.filter(({ text }) => holds(text, canary)).map(({ sink }) => sink)),
  ]
  const all = [...seen, ...kept, ...left]
  for (const address of [mailbox.address, fresh.address])
    expect(find(address, all), address).toEqual([vault, expect.stringMatching(/^kept: .*\/wallet\/email$/)])
  const token = new URL(link).searchParams.get('token') ?? link.split('link?')[1] ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(find(token, all), 'link').toEqual([vault])
  for (const code of [first, second, third]) {
    const alone = new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`, 'i')
    const sinks = all.filter(({ text }) => alone.test(text)).map(({ sink }) => sink)
    expect([...new Set(sinks)], 'code').toEqual([vault])
  }
  // signing out leaves nothing behind
  for (const canary of [mailbox.address, fresh.address]) expect(find(canary, left)).toEqual([])
})

/** Plain, URL- or header-encoded, in Base64, or as a script literal. */
function holds(text: string, canary: string): boolean {
  const ways = [
    canary,
    encodeURIComponent(canary),
    btoa(canary).replace(/=+$/, ''),
    JSON.stringify(canary).slice(1, -1),
  ]
  return ways.some((way) => text.toLowerCase().includes(way.toLowerCase()))
}
