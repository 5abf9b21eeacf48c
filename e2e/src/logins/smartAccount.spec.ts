import { createPublicClient, createWalletClient, custom, http, parseEther, toHex } from 'viem'
import { driveProvider } from '../embedded/driveProvider.js'
import { expect, test } from '../embedded/embeddedTest.js'

test.describe('the smart account of an embedded wallet', () => {
  test('signs before and after its deployment, sends sponsored batches, and switches to the standard account and back [S1.2] [S4.14] @logins', async ({
    embedded,
    page,
    chains,
  }) => {
    test.slow()
    const { demo } = embedded
    const reader = createPublicClient({ transport: http(chains[1].rpcUrl), pollingInterval: 100 })
    const type = page.getByTestId('account-type')
    const readAddress = async (): Promise<`0x${string}`> => (await demo.address.textContent()) as `0x${string}`
    const sign = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Sign message' }).click()
      await embedded.agree()
      const result = page.getByTestId('sign-result')
      await expect(result).toHaveText(/^Verified: 0x/)
      const signature = ((await result.textContent()) ?? '').replace('Verified: ', '') as `0x${string}`
      expect(await reader.verifyMessage({ address: await readAddress(), message: 'Hello, Latchkey', signature })).toBe(
        true,
      )
    }
    await demo.addTools()
    await embedded.goto()
    await embedded.logIn()
    await expect(type).toHaveText('eoa')
    const standard = await readAddress()

    // a network with smart accounts, where the smart account is the default
    await page.getByRole('button', { name: 'Switch to Local Base' }).click()
    await expect(type).toHaveText('smartAccount')
    const smart = await readAddress()
    expect(smart).not.toBe(standard)
    expect(await reader.getCode({ address: smart })).toBeUndefined()
    await sign()

    await embedded.fund()
    await page.getByRole('button', { name: 'Send calls' }).click()
    await embedded.agree()
    await expect(page.getByTestId('calls-result')).toHaveText(/^success: 0x[0-9a-f]{64}/, { timeout: 20_000 })
    expect((await reader.getCode({ address: smart }))?.length).toBeGreaterThan(2)
    // two transfers without a fee: the paymaster has paid it
    expect(await reader.getBalance({ address: smart })).toBe(parseEther('99.98'))
    await sign()

    // viem sends as with any account, and gets the hash of a mined transaction
    const client = createWalletClient({ transport: custom(driveProvider(page)) })
    const [account = '0x'] = await client.getAddresses()
    expect(account).toBe(smart)
    const sending = client.sendTransaction({ account, to: standard, value: parseEther('1'), chain: null })
    await embedded.agree()
    expect((await reader.waitForTransactionReceipt({ hash: await sending })).status).toBe('success')
    expect(await reader.getBalance({ address: standard })).toBe(parseEther('1'))

    const choose = async (name: RegExp): Promise<void> => {
      await page.evaluate(() => void window.latchkey.open())
      await demo.button('Settings').click()
      await demo.button(name).click()
    }
    await choose(/^Standard account/)
    await expect(type).toHaveText('eoa')
    expect(await readAddress()).toBe(standard)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(demo.status).toHaveText('connected')
    await expect(type).toHaveText('eoa')
    await choose(/^Smart account/)
    await expect(type).toHaveText('smartAccount')
    expect(await readAddress()).toBe(smart)
  })

  test('lets the page spend within a permission without asking, but not beyond it or after it is revoked in the modal [S1.4] [S7.20] [S7.21] @logins', async ({
    embedded,
    page,
    chains,
  }) => {
    test.slow()
    const { demo } = embedded
    const reader = createPublicClient({ transport: http(chains[1].rpcUrl), pollingInterval: 100 })
    const result = page.getByTestId('permission-result')
    const send = page.getByRole('button', { name: 'Send 0.01 ETH with it' })
    const tab = (name: string) => demo.dialog.getByRole('tab', { name: new RegExp(`^${name}`) })
    // calls that the permission doesn't cover
    demo.expectedErrors.push(/status of 403/)
    await demo.addTools()
    await embedded.goto('&blockchainApi=1')
    await embedded.logIn()
    await page.getByRole('button', { name: 'Switch to Local Base' }).click()
    await expect(page.getByTestId('account-type')).toHaveText('smartAccount')
    const smart = (await demo.address.textContent()) as `0x${string}`
    await embedded.fund()
    const listSessions = async (): Promise<readonly { readonly context: string; readonly revokedAt?: number }[]> => {
      const reply = await fetch(`${process.env['WALLETS_URL']}/v1/sessions/eip155:${chains[1].id}:${smart}`)
      return ((await reply.json()) as { readonly pcis: [] }).pcis
    }

    await test.step('the user is asked once', async () => {
      await page.getByRole('button', { name: 'Ask for a permission' }).click()
      await embedded.agree()
      await expect(result).toHaveText(/^Granted: 0x[0-9a-f]{32}$/)
      expect(await listSessions()).toMatchObject([{ context: ((await result.textContent()) ?? '').slice(9) }])
    })
    await test.step('calls within it need no approval, and others are refused', async () => {
      await send.click()
      await expect(result).toHaveText('Sent without asking: success', { timeout: 20_000 })
      // a paymaster pays the fee
      expect(await reader.getBalance({ address: smart })).toBe(parseEther('99.99'))
      await send.click()
      await expect(result).toHaveText(/permission/)
      await expect(demo.dialog).toBeHidden()
    })
    await test.step('it is listed in the modal, and revoked there with one approval', async () => {
      await page.evaluate(() => void window.latchkey.open())
      await demo.button('Settings').click()
      await demo.button('Permissions').click()
      await expect(tab('Active')).toHaveText('Active 1')
      await expect(demo.dialog.getByRole('listitem')).toContainText('spending up to 0.015 ETH')
      await demo.dialog.getByRole('button', { name: /^Revoke permission of/ }).click()
      await embedded.agree()
      await expect(tab('Revoked')).toHaveText('Revoked 1')
      await expect.poll(listSessions).toMatchObject([{ revokedAt: expect.any(Number) }])
      await page.keyboard.press('Escape')
    })
    await test.step('the next call is refused', async () => {
      await send.click()
      await expect(result).toHaveText(/doesn’t exist, or it was revoked/)
      expect(await reader.getBalance({ address: smart })).toBe(parseEther('99.99'))
    })
    await test.step('a permission that the page requests from the provider directly is listed too', async () => {
      const rules = [{ type: 'expiry', data: { timestamp: Math.floor(Date.now() / 1_000) + 3_600 } }]
      const permission = {
        type: 'native-token-allowance',
        data: { allowanceAmount: '0x1' },
        isAdjustmentAllowed: false,
      }
      const params = [{ chainId: toHex(chains[1].id), to: smart, permission, rules }]
      const asking = driveProvider(page).request({ method: 'wallet_requestExecutionPermissions', params })
      await embedded.agree()
      const [{ context }] = (await asking) as [{ readonly context: string }]
      await expect.poll(async () => (await listSessions()).map((session) => session.context)).toContain(context)
    })
  })
})
