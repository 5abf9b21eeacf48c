import { expect, test } from './pairTest.js'

test.describe('@walletconnect decisions of the wallet', () => {
  // two browsers and a relay are slow on a busy machine
  test.describe.configure({ timeout: 60_000 })

  test('a rejected connection is reported and connects nothing, and a new code connects', async ({ pair, wallet }) => {
    await pair.goto()
    await pair.showCode()
    const first = await pair.readCode()
    await wallet.pair(first)
    await wallet.button('Reject connection').click()
    await expect(pair.demo.heading('Connection rejected')).toBeVisible()
    await pair.expectNone()
    await pair.demo.button('Try again').click()
    await expect(pair.code.locator('svg')).toBeVisible()
    expect(await pair.readCode()).not.toBe(first)
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await pair.multi.expectAll()
  })

  test('the user can leave while the wallet does not respond, and a late approval connects nothing', async ({
    pair,
    wallet,
    page,
  }) => {
    await pair.goto()
    await pair.showCode()
    await wallet.scan(pair.code)
    await expect(wallet.questions).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(pair.demo.dialog).toBeHidden()
    await wallet.approveConnection()
    await pair.expectNone()
    await expect(wallet.sessions).toHaveCount(0)
    await pair.expectNone()
  })

  test('an older code that is scanned late does not hijack the newer attempt', async ({ pair, wallet, page }) => {
    await pair.goto()
    await pair.showCode()
    const old = await pair.readCode()
    await page.keyboard.press('Escape')
    await pair.showCode()
    await expect.poll(() => pair.readCode()).not.toBe(old)
    await wallet.pair(old)
    await wallet.approveConnection()
    await expect(wallet.sessions).toHaveCount(0)
    await expect(pair.code).toBeVisible()
    await pair.expectNone()
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await pair.multi.expectAll()
    await expect(wallet.sessions).toHaveCount(1)
  })

  test('approving one of three namespaces connects only that one', { tag: '@long' }, async ({
    pair,
    wallet,
    chains,
  }) => {
    await wallet.forceChains([`eip155:${chains[0].id}`])
    await pair.goto()
    await pair.showCode()
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await expect(pair.multi.field('eip155', 'status')).toHaveText('connected')
    await expect(pair.multi.field('solana', 'status')).toHaveText('disconnected')
    await expect(pair.multi.field('bip122', 'status')).toHaveText('disconnected')
  })

  test('approving only unsupported chains shows "No supported networks", and ends the session', async ({
    pair,
    wallet,
  }) => {
    await wallet.forceChains(['cosmos:cosmoshub-4', 'eip155:424242'])
    await pair.goto()
    await pair.showCode()
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await expect(pair.demo.heading('No supported networks')).toBeVisible()
    await pair.expectNone()
    await expect(wallet.sessions).toHaveCount(0)
  })

  test('approving more chains than requested still connects the requested ones', { tag: '@long' }, async ({
    pair,
    wallet,
    chains,
    solana,
    bitcoin,
  }) => {
    const own = [...chains.map(({ id }) => `eip155:${id}`), solana.caipNetworkId, bitcoin.caipNetworkId]
    await wallet.forceChains([...own, 'eip155:1', 'eip155:10', 'eip155:424242'])
    await pair.goto()
    await pair.showCode()
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await pair.multi.expectAll()
    await expect(pair.demo.network).toContainText(chains[0].name)
  })

  test('a rejected request is reported as rejected, and the next one succeeds', async ({ pair, wallet, page }) => {
    await pair.goto()
    await pair.connect()
    await pair.multi.activate('eip155')
    await page.getByRole('button', { name: 'Sign message' }).click()
    await wallet.button('Reject request').click()
    const result = page.getByTestId('sign-result')
    await expect(result).toHaveAttribute('data-kind', 'failed')
    await expect(result).toContainText(/reject|declin/i)
    expect(await pair.sign('eip155')).toMatch(/^0x[0-9a-f]{130}$/)
  })
})
