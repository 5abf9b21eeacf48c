import { createPublicClient, createWalletClient, custom, http, parseEther } from 'viem'
import { driveProvider } from '../embedded/driveProvider.js'
import { expect, test } from '../embedded/embeddedTest.js'

test.describe('the smart account of an embedded wallet', () => {
  test('signs before it is there and after, sends several calls at once that another pays for, and gives way to the standard account and back [S1.2] [S4.14] @logins', async ({
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
})
