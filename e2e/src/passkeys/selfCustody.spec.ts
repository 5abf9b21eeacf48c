import { worldMarket } from '@latchkey/devnet'
import { createPublicClient, createWalletClient, custom, http, parseEther } from 'viem'
import { driveProvider } from '../embedded/driveProvider.js'
import type { EmbeddedPage } from '../embedded/EmbeddedPage.js'
import { expect, test } from '../embedded/embeddedTest.js'
import { AccountPage } from '../logins/AccountPage.js'
import { readBalance } from '../money/actOnChain.js'
import { MoneyPage } from '../money/MoneyPage.js'
import { createWallet, signUp } from './signUp.js'
import { VirtualAuthenticator } from './VirtualAuthenticator.js'

/** Reads the recovery code, mistypes it once, and confirms it. */
async function keepCode(account: AccountPage): Promise<string> {
  const { page } = account
  await account.button('Show').click()
  const printed = (await page.getByLabel('Recovery code', { exact: true }).textContent()) ?? ''
  const field = page.getByLabel('Your recovery code')
  await field.fill(printed.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await account.button('Turn on').click()
  await expect(page.getByRole('alert').filter({ hasText: 'not valid' })).toBeVisible()
  await field.fill(printed.toLowerCase())
  await account.button('Turn on').click()
  return printed
}

async function addPasskey(account: AccountPage, embedded: EmbeddedPage, name: string): Promise<void> {
  await account.confirm(embedded, 'Add a passkey')
  await account.page.getByLabel(/^Name of the passkey/).fill(name)
  await account.button('Create passkey').click()
  await expect(account.login(name)).toBeVisible()
}

const recipient = '0x00000000000000000000000000000000000000cc'

test.describe('self-custody @passkeys', () => {
  test('is turned on at the account page; the passkey then signs transfers, messages and swaps of the smart account', async ({
    embedded,
    page,
    chains,
  }) => {
    test.slow()
    const { demo } = embedded
    const reader = createPublicClient({ transport: http(chains[1].rpcUrl), pollingInterval: 100 })
    const type = page.getByTestId('account-type')
    const readAddress = async (): Promise<`0x${string}`> => (await demo.address.textContent()) as `0x${string}`
    await demo.addTools()
    await embedded.goto('&blockchainApi=1')
    const device = await signUp(embedded)
    await page.getByRole('button', { name: 'Switch to Local Base' }).click()
    await expect(type).toHaveText('smartAccount')
    const former = await readAddress()

    await test.step('the account page explains the change, and requires consent, the recovery code and the passkey', async () => {
      const tab = await page.context().newPage()
      const same = await VirtualAuthenticator.add(tab, { from: device })
      const account = new AccountPage(tab)
      await tab.goto(`${process.env['VAULT_URL']}account?projectId=demo`)
      await account.logInWithPasskey()
      await expect(account.addresses).toContainText(former)
      await account.button('Turn on self-custody').click()
      await expect(tab.getByRole('alert').filter({ hasText: 'losing the passkey' })).toBeVisible()
      await tab.getByLabel(/^I understand that no one can restore/).check()
      await account.button('Turn on self-custody').click()
      await keepCode(account)
      await account.expectTold('Your passkey owns your smart account now.')
      await expect(account.addresses).not.toContainText(former)
      await expect(account.addresses).toContainText('owned by your passkey')
      await device.copy(same)
      await tab.close()
    })

    await page.reload()
    await embedded.expectConnected()
    await expect(type).toHaveText('smartAccount')
    const address = await readAddress()
    expect(address).not.toBe(former)
    await embedded.fund()
    const client = createWalletClient({ transport: custom(driveProvider(page)) })
    const send = () => client.sendTransaction({ account: address, to: recipient, value: parseEther('1'), chain: null })

    await test.step('a failed passkey check keeps the request on the screen until the user tries again', async () => {
      const before = await reader.getBalance({ address: recipient })
      await device.setVerified(false)
      const sending = send()
      await embedded.agree()
      await expect(embedded.frame.getByRole('alert')).toBeVisible()
      await expect(embedded.frame.getByText('1 ETH').first()).toBeVisible()
      expect(await reader.getCode({ address })).toBeUndefined()
      await device.setVerified(true)
      await embedded.frame.getByRole('button', { name: 'Use passkey', exact: true }).click()
      expect((await reader.waitForTransactionReceipt({ hash: await sending })).status).toBe('success')
      // deployed by its first operation
      expect((await reader.getCode({ address }))?.length).toBeGreaterThan(2)
      expect(await reader.getBalance({ address: recipient })).toBe(before + parseEther('1'))
    })

    await test.step('canceling there rejects the request', async () => {
      await device.setVerified(false)
      const sending = send().catch(({ cause }: { readonly cause?: { readonly code?: number } }) => cause?.code)
      await embedded.agree()
      await expect(embedded.frame.getByRole('alert')).toBeVisible()
      await embedded.frame.getByRole('button', { name: 'Cancel' }).click()
      expect(await sending).toBe(4001)
      await device.setVerified(true)
    })

    await test.step('signs messages that contracts verify', async () => {
      await page.getByRole('button', { name: 'Sign message' }).click()
      await embedded.agree()
      const result = page.getByTestId('sign-result')
      await expect(result).toHaveText(/^Verified: 0x/)
      const signature = ((await result.textContent()) ?? '').replace('Verified: ', '') as `0x${string}`
      expect(await reader.verifyMessage({ address, message: 'Hello, Latchkey', signature })).toBe(true)
    })

    await test.step('swaps in the modal, and the account receives at least the minimum', async () => {
      const money = new MoneyPage(demo, address)
      const { usd } = worldMarket
      const [before, { rpcUrl }] = [await reader.getBalance({ address }), chains[1]]
      expect(await readBalance(rpcUrl, address, usd.address)).toBe(0n)
      await money.open({ view: 'Swap', arguments: { amount: '1', fromToken: 'ETH', toToken: usd.symbol } })
      await demo.button('Review swap').click()
      await money.expectView('Review swap')
      const minimum = demo.dialog.locator('dt', { hasText: 'Minimum received' }).locator('+ dd')
      const least = Number((await minimum.textContent())?.split(' ')[0]?.replaceAll(',', ''))
      await demo.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
      await embedded.agree()
      await money.expectView('Swapped')
      expect(await readBalance(rpcUrl, address, usd.address)).toBeGreaterThanOrEqual(BigInt(least * 10 ** usd.decimals))
      expect(await reader.getBalance({ address })).toBeLessThanOrEqual(before - parseEther('1'))
      await demo.button('Done').click()
      await page.keyboard.press('Escape')
      await expect(demo.dialog).toBeHidden()
    })

    // last, as the signature counter of its copy of the passkey moves on
    await test.step('signs in a window of the vault if the frame cannot', async () => {
      await device.setVerified(false)
      const sending = send()
      await embedded.agree()
      await expect(embedded.frame.getByRole('alert')).toBeVisible()
      await device.setVerified(true)
      const opened = page.context().waitForEvent('page')
      // on the same device: the window waits until it has the passkeys
      const adding = opened.then((popup) => VirtualAuthenticator.add(popup, { from: device }))
      await page.context().route('**/files/*', async (route) => {
        await adding
        await route.fallback()
      })
      await embedded.frame.getByRole('button', { name: 'Use a separate window' }).click()
      await adding
      expect((await reader.waitForTransactionReceipt({ hash: await sending })).status).toBe('success')
      expect((await opened).isClosed()).toBe(true)
    })
  })

  test('is required by an app: a request is refused with a link to set it up, after which the passkey signs', async ({
    embedded,
    page,
    chains,
  }) => {
    test.slow()
    const { demo } = embedded
    const reader = createPublicClient({ transport: http(chains[1].rpcUrl), pollingInterval: 100 })
    const readAddress = async (): Promise<`0x${string}`> => (await demo.address.textContent()) as `0x${string}`
    // the vault's refusal
    demo.expectedErrors.push(/403 \(Forbidden\)/)
    await demo.addTools()
    await embedded.goto('&projectId=demo-own')
    const device = await createWallet(embedded)
    // it is the first thing that the user sees
    await expect(demo.dialog.getByText('This app requires self-custody.')).toBeVisible()
    const link = demo.dialog.getByRole('link', { name: 'Set up self-custody' })
    await expect(link).toBeVisible()
    // the only account on EVM, and on no other network than those with smart accounts
    await expect(page.getByTestId('account-type')).toHaveText('smartAccount')
    const former = await readAddress()
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()

    // used by this test only, as others run in parallel
    const to = '0x00000000000000000000000000000000000000dd'
    const send = (account: `0x${string}`) =>
      createWalletClient({ transport: custom(driveProvider(page)) }).sendTransaction({
        ...{ account, to, value: parseEther('1'), chain: null },
      })
    const refused = send(former).catch(({ cause }: { readonly cause?: { readonly code?: number } }) => cause?.code)
    await expect(embedded.frame.getByRole('heading', { name: 'Set up self-custody first' })).toBeVisible()
    const opened = page.context().waitForEvent('page')
    await embedded.frame.getByRole('link', { name: 'Set up' }).click()
    expect(await refused).toBe(-32003)

    const tab = await opened
    const same = await VirtualAuthenticator.add(tab, { from: device })
    const account = new AccountPage(tab)
    await account.logInWithPasskey()
    await expect(tab.getByText('This app requires self-custody: a passkey of yours owns')).toBeInViewport()
    await tab.getByLabel(/^I understand that no one can restore/).check()
    await account.button('Turn on self-custody').click()
    await keepCode(account)
    await account.expectTold('Your passkey owns your smart account now.')
    await expect(account.button('Use a new account')).toBeVisible()
    await expect(account.button('Turn off self-custody')).toBeHidden()
    await device.copy(same)
    await tab.close()

    // as browsers do when the user comes back from the other tab
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(demo.address).not.toHaveText(former)
    const address = await readAddress()
    await embedded.fund()
    const before = await reader.getBalance({ address: to })
    const sending = send(address)
    await embedded.agree()
    expect((await reader.waitForTransactionReceipt({ hash: await sending })).status).toBe('success')
    expect(await reader.getBalance({ address: to })).toBe(before + parseEther('1'))
  })

  test('is recovered with the recovery code after the passkey is lost: a new passkey owns the account and sends from it', async ({
    embedded,
    page,
    chains,
  }) => {
    test.slow()
    const { demo } = embedded
    const reader = createPublicClient({ transport: http(chains[1].rpcUrl), pollingInterval: 100 })
    await demo.addTools()
    await embedded.goto()
    await embedded.logIn()
    await page.getByRole('button', { name: 'Switch to Local Base' }).click()
    await expect(page.getByTestId('account-type')).toHaveText('smartAccount')
    const tab = await page.context().newPage()
    const device = await VirtualAuthenticator.add(tab)
    const account = new AccountPage(tab)
    await tab.goto(`${process.env['VAULT_URL']}account?projectId=demo`)
    await account.logIn(embedded)
    await expect(account.heading).toBeVisible()
    await addPasskey(account, embedded, 'Old phone')
    await tab.getByLabel(/^I understand that no one can restore/).check()
    await account.confirm(embedded, 'Turn on self-custody')
    const printed = await keepCode(account)
    await account.expectTold('Your passkey owns your smart account now.')
    const owners = tab.getByRole('list', { name: 'Who can send from it' }).getByRole('listitem')
    await expect(owners.filter({ hasText: 'Old phone' })).toContainText('Owner on all networks')

    await device.deleteAll()
    await addPasskey(account, embedded, 'New phone')
    await expect(owners.filter({ hasText: 'New phone' })).toContainText('Not an owner')
    await account.button('Recover with the code').click()
    const field = tab.getByLabel('Recovery code of this account')
    // a well-formed code, but of no account
    await field.fill('0000-0000-0000-0000-0000-0000-0000')
    await account.button('Recover').click()
    await expect(tab.getByText('This is not the recovery code of this account.')).toBeVisible()
    await field.fill(printed)
    await account.button('Recover').click()
    const networks = tab.getByRole('list', { name: 'Networks' }).getByRole('listitem')
    await expect(networks.first()).toBeVisible()
    for (const network of await networks.all()) await expect(network.getByRole('status')).toHaveText('Changed')
    await account.button('Done').click()
    await expect(owners.filter({ hasText: 'New phone' })).toContainText('Owner on all networks')
    await expect(owners.filter({ hasText: 'Old phone' })).toContainText('Not an owner')

    await VirtualAuthenticator.add(page, { from: device })
    await page.reload()
    await embedded.expectConnected()
    const address = (await demo.address.textContent()) as `0x${string}`
    await expect(account.addresses).toContainText(address)
    await embedded.fund()
    const client = createWalletClient({ transport: custom(driveProvider(page)) })
    const sending = client.sendTransaction({
      account: address,
      to: '0x00000000000000000000000000000000000000ee',
      value: parseEther('1'),
      chain: null,
    })
    await embedded.agree()
    expect((await reader.waitForTransactionReceipt({ hash: await sending })).status).toBe('success')
    await tab.close()
  })
})
