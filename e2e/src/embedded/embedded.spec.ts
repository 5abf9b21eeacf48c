import { verifyMessage } from 'viem'
import { expect, test, wholeBrowser } from './embeddedTest.js'

test.use(wholeBrowser)

test('an idle page does not load the frame of the embedded wallet, nor contact any other host @embedded', async ({
  embedded,
  page,
}) => {
  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  await embedded.goto()
  await expect(page.locator('latchkey-modal dialog')).toBeAttached()
  await page.waitForLoadState('networkidle')
  const { origin } = new URL(page.url())
  expect(requests.filter((url) => url.origin !== origin && url.protocol.startsWith('http'))).toEqual([])
  expect(page.frames()).toHaveLength(1)
})

test.describe('an embedded wallet with an email login', () => {
  test('logs in, signs and sends on two chains and survives a reload, even if the frame has no storage [S1.2] @embedded', async ({
    embedded,
    page,
  }) => {
    test.slow()
    const { demo, multi } = embedded
    await embedded.goto()
    await demo.connectButton.hover()
    await embedded.typeEmail()
    await embedded.approveDevice()
    // the frame is cross-site, and the browser blocks its storage
    const frame = page.frames().find((one) => one.name() === 'w3m-secure-iframe')
    const denied = await frame?.evaluate(async () => {
      try {
        const request = indexedDB.open('probe')
        return await new Promise<string>((resolve) => {
          request.onsuccess = () => resolve('allowed')
          request.onerror = () => resolve(`denied: ${request.error?.name}`)
        })
      } catch (cause) {
        return `denied: ${(cause as Error).name}`
      }
    })
    expect(denied).toMatch(/^denied/)
    await embedded.typeCode()
    await embedded.expectConnected()
    await expect(page.locator('#w3m-iframe')).toBeHidden()
    const addresses = await embedded.readAddresses()
    expect(addresses.eip155).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(addresses.solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)

    // EVM: another library verifies the signature, the chain accepts the transaction
    await page.getByRole('button', { name: 'Sign message' }).click()
    await embedded.agree()
    const result = page.getByTestId('sign-result')
    await expect(result).toHaveText(/^Verified: 0x/)
    const [, signature = '0x'] = ((await result.textContent()) ?? '').split(' ')
    expect(
      await verifyMessage({
        address: addresses.eip155 as `0x${string}`,
        message: 'Hello, Latchkey',
        signature: signature as `0x${string}`,
      }),
    ).toBe(true)
    await embedded.fund()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await embedded.agree()
    await expect(page.getByTestId('send-result')).toHaveText(/^Mined in block \d+: 0x/)

    // Solana
    await multi.activate('solana')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await embedded.agree()
    await expect(result).toHaveText(/^Verified: [1-9A-HJ-NP-Za-km-z]+$/)
    await embedded.fund()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await embedded.agree()
    await expect(page.getByTestId('send-result')).toHaveText(/^Confirmed: /)

    const mails = (await embedded.mailbox.read()).length
    await page.reload()
    await embedded.expectConnected()
    expect(await embedded.readAddresses()).toEqual(addresses)
    await page.getByRole('button', { name: 'Sign message' }).click()
    await embedded.agree()
    await expect(result).toHaveText(/^Verified: /)
    expect((await embedded.mailbox.read()).length).toBe(mails)
  })
})
