import { expect, test } from './pairTest.js'

test.describe('@walletconnect what the wallet decides', () => {
  // two browsers and a relay are slow on a busy machine
  test.describe.configure({ timeout: 60_000 })

  test('a rejection says so, changes nothing, and a new code connects', async ({ pair, wallet }) => {
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

  test('a wallet that never answers keeps nobody: the visitor leaves, and a late yes connects nothing', async ({
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

  test('one chain family of three connects that one', { tag: '@long' }, async ({ pair, wallet, chains }) => {
    await wallet.forceChains([`eip155:${chains[0].id}`])
    await pair.goto()
    await pair.showCode()
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await expect(pair.multi.field('eip155', 'status')).toHaveText('connected')
    await expect(pair.multi.field('solana', 'status')).toHaveText('disconnected')
    await expect(pair.multi.field('bip122', 'status')).toHaveText('disconnected')
  })

  test('chains that the page does not have are refused by name, and the session ends', async ({ pair, wallet }) => {
    await wallet.forceChains(['cosmos:cosmoshub-4', 'eip155:424242'])
    await pair.goto()
    await pair.showCode()
    await wallet.scan(pair.code)
    await wallet.approveConnection()
    await expect(pair.demo.heading('No supported networks')).toBeVisible()
    await pair.expectNone()
    await expect(wallet.sessions).toHaveCount(0)
  })

  test('more chains than were asked for add none to the page', { tag: '@long' }, async ({
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

  test('a request that is refused says so; the next one works', async ({ pair, wallet, page }) => {
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
