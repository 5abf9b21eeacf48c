import { type Devnet, devAccount, startDevnet } from '@latchkey/devnet'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { createPublicClient, createTestClient, createWalletClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountWorld, openAccountWorld } from './test/openAccountWorld.js'

const day = 86_400_000
const email = 'ada@mail.example'
let devnet: Devnet
let world: AccountWorld
let page: Page
beforeAll(async () => {
  devnet = await startDevnet({ accounts: true })
  world = await openAccountWorld({ devnet })
  page = await world.open()
})
afterAll(async () => {
  await world?.stop()
  await devnet?.stop()
})

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
async function confirm(action: string): Promise<void> {
  world.move(61_000)
  await button(action).click()
  const field = page.getByLabel('Six-digit code')
  await field.waitFor()
  await field.fill(world.getCode(email))
  await button('Confirm').click()
}
async function addPasskey(name: string): Promise<void> {
  await confirm('Add a passkey')
  await page.getByLabel(/^Name of the passkey/).fill(name)
  await button('Create passkey').click()
  await page.getByText(name, { exact: true }).first().waitFor()
}
async function addAuthenticator(): Promise<{ readonly session: CDPSession; readonly authenticatorId: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal' } as const),
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return { session, authenticatorId }
}

/** The browser of a guardian, whose wallet approves everything. */
async function openGuardian(
  link: string,
  index: number,
): Promise<{ readonly tab: Page; readonly context: BrowserContext }> {
  const context = await world.browser.newContext()
  const account = devAccount(index)
  await context.exposeFunction('askWallet', async ({ method, params }: { method: string; params?: never }) => {
    if (method === 'eth_requestAccounts') return [account.address]
    if (method !== 'eth_sendTransaction') return null
    const [{ to, data }] = params as unknown as [{ to: `0x${string}`; data: `0x${string}` }]
    const wallet = createWalletClient({ account, transport: http(devnet.chains[0].rpcUrl) })
    return wallet.sendTransaction({ to, data, chain: null })
  })
  await context.addInitScript('window.ethereum = { request: (call) => window.askWallet(call) }')
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.getByRole('heading', { name: 'Help recover an account' }).waitFor()
  return { tab, context }
}

test('two guardians hand the account to a new passkey after the waiting period', async () => {
  const { session, authenticatorId } = await addAuthenticator()
  await world.logIn(page, email)
  await addPasskey('Old phone')
  await page.getByLabel(/^I understand that no one can restore/).check()
  await confirm('Turn on self-custody')
  await button('Show').click()
  const printed = await page.getByLabel('Recovery code', { exact: true }).textContent()
  await page.getByLabel('Your recovery code').fill(printed ?? '')
  await button('Turn on').click()
  await page.getByText('Your passkey owns your smart account now.').waitFor()

  await button('Set up guardians').click()
  const people = [1, 2, 3].map((index) => devAccount(index).address)
  const field = page.getByLabel('Addresses of your guardians, one per line')
  await field.fill(`${people[0]}\n${people[0]}`)
  await button('Continue').click()
  await page.getByText('Check the addresses, how many are enough, and the days.').waitFor()
  await field.fill(people.join('\n'))
  await page.getByLabel('Waiting period in days, from 1 to 90').fill('3')
  await button('Continue').click()
  await button('Set up on One').click()
  const networks = page.getByRole('list', { name: 'Networks' }).getByRole('listitem')
  await networks.filter({ hasText: 'One' }).getByText('Changed', { exact: true }).waitFor()
  await button('Done').click()
  await page.getByText('2 of 3 are enough. Waiting period in days: 3').waitFor()

  // the user has lost everything but the login
  await session.send('WebAuthn.clearCredentials', { authenticatorId })
  await addPasskey('New phone')
  await button('Ask guardians for help').click()
  await page.getByText('Your guardians can hand the account to a new passkey on One.').waitFor()
  await button('Create link').click()
  const link = (await page.getByLabel('Link for your guardians').textContent()) ?? ''
  const owner =
    (await page.locator('section').filter({ hasText: 'Call them' }).locator('code').last().textContent()) ?? ''

  const stranger = await openGuardian(link, 5)
  await stranger.tab.getByText(owner).waitFor()
  await button('Approve on One', stranger.tab).click()
  await stranger.tab.getByText('is not a guardian of this account').waitFor()
  const first = await openGuardian(link, 1)
  await button('Approve on One', first.tab).click()
  await first.tab.getByText('Approved by 1 of 2').waitFor()
  await button('Approve on One', first.tab).click()
  await first.tab.getByText('You have approved this already.').waitFor()
  // a page that was opened before the others act sends nothing that is no longer needed
  const late = await openGuardian(link, 3)
  await late.tab.getByText('Approved by 1 of 2').waitFor()
  const node = createPublicClient({ transport: http(devnet.chains[0].rpcUrl) })
  const countSent = (): Promise<number> => node.getTransactionCount({ address: devAccount(3).address })
  const before = await countSent()
  const second = await openGuardian(link, 2)
  await button('Approve on One', second.tab).click()
  await second.tab.getByText('Approved by 2 of 2').waitFor()
  await button('Approve on One', late.tab).click()
  await late.tab.getByText('Approved by 2 of 2').waitFor()
  await button('Start the waiting period on One', second.tab).click()
  await second.tab.getByText('It can be completed from').waitFor()
  await button('Start the waiting period on One', late.tab).click()
  await late.tab.getByText('It can be completed from').waitFor()
  expect(await countSent()).toBe(before)
  expect(await button('Complete on One', second.tab).count()).toBe(0)

  const chain = createTestClient({ mode: 'anvil', transport: http(devnet.chains[0].rpcUrl) })
  await chain.increaseTime({ seconds: (3 * day) / 1_000 })
  await chain.mine({ blocks: 1 })
  world.move(3 * day)
  await button('Check again', stranger.tab).click()
  // anyone can complete it
  await button('Complete on One', stranger.tab).click()
  await stranger.tab.getByText('The new passkey owns the account.').waitFor()
  for (const { context } of [stranger, first, second, late]) await context.close()

  // custody detects the new owner itself, or when the user adds it on that network
  await page.reload()
  const owners = page.getByRole('list', { name: 'Who can send from it' }).getByRole('listitem')
  await owners.filter({ hasText: 'New phone' }).getByRole('button', { name: 'Make owner' }).click()
  await button('Add on One').click()
  await networks.filter({ hasText: 'One' }).getByText('Changed', { exact: true }).waitFor()
  await button('Done').click()
  await owners.filter({ hasText: 'New phone' }).getByText('Owner on One only').waitFor()
  await owners.filter({ hasText: 'Old phone' }).getByText('Owner on Two only').waitFor()
}, 240_000)

test('error: reports an incomplete link and offers no action', async () => {
  const tab = await (await world.browser.newContext()).newPage()
  await tab.goto(`${world.site.publicUrl}/guardian#abc`)
  const alert = tab.getByRole('alert').filter({ hasText: 'This link is incomplete. Ask for it again.' })
  await alert.waitFor()
  expect(await tab.getByRole('button').count()).toBe(0)
  await tab.close()
})
