import { spamToken, worldMarket, worldTokens } from '@latchkey/devnet'
import { parseEther } from 'viem'
import { actOnChain, mintTokens, readBalance } from './actOnChain.js'
import { expect, test } from './moneyTest.js'

/** Dollars per ether, by the pool's reserves. */
async function readPoolPrice(rpcUrl: string): Promise<number> {
  const { pools, usd, wrappedNative } = worldMarket
  const pool = pools.find(({ token }) => token.address === usd.address)?.address ?? '0x'
  const dollars = Number(await readBalance(rpcUrl, pool, usd.address)) / 10 ** usd.decimals
  return dollars / (Number(await readBalance(rpcUrl, pool, wrappedNative.address)) / 1e18)
}

test('the account lists its tokens at pool prices, without spam, and follows changes on chain [S1.4] @money', async ({
  money,
  demo,
  page,
  chains: [one],
}) => {
  await page.clock.install()
  await money.goto()
  await money.openAccount()
  await expect(money.holding('ETH')).toHaveText('100.000 ETH')
  await expect(money.holding('USDC')).toHaveText('1,000.000 USDC')
  await expect(demo.dialog).not.toContainText(spamToken.name)
  await expect(demo.dialog).not.toContainText(spamToken.symbol)

  const price = await readPoolPrice(one.rpcUrl)
  const worth = 100 * price + 1_000
  const shown = Number(((await money.total.textContent()) ?? '').replace(/[^\d.]/g, ''))
  // other tests trade in the pool at the same time
  expect(Math.abs(shown - worth) / worth).toBeLessThan(0.02)

  await test.step('incoming transfers appear automatically', async () => {
    await mintTokens(one.rpcUrl, worldTokens.DAI.address, money.account, parseEther('12.5'))
    await actOnChain(one.rpcUrl, { to: money.account, value: parseEther('1') })
    // the portfolio is cached for half a minute
    await expect(async () => {
      await page.clock.fastForward(10_000)
      await expect(money.holding('DAI')).toHaveText('12.500 DAI', { timeout: 500 })
    }).toPass()
    await expect(money.holding('ETH')).toHaveText('101.000 ETH')
  })
})

test('pictures of NFTs are rendered, and the selected tab is remembered @money [S2.15]', async ({
  money,
  demo,
  page,
}) => {
  await money.goto()
  await money.openAccount()
  await money.tab('NFTs').click()
  const picture = demo.dialog.getByRole('tabpanel').locator('img')
  await expect(picture).toHaveCount(1)
  await expect(demo.dialog.getByRole('tabpanel')).toContainText(/Keyholes #\d+/)
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()
  await money.openAccount()
  await expect(money.tab('NFTs')).toHaveAttribute('aria-selected', 'true')
})

test('pictures are requested through the gateway, never from their host, and are left out if it has none [T2] @money @threats', async ({
  money,
  demo,
  page,
}) => {
  const picture = 'https://tracker.localhost/7.png'
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  demo.expectedErrors.push(/404/)
  await page.route(/\/v1\/account\/[^/]+\/balance\?/, async (route) => {
    const response = await route.fetch()
    const { balances, nfts } = (await response.json()) as Record<'balances' | 'nfts', readonly object[]>
    const json = {
      balances: balances.map((row) => ({ ...row, iconUrl: picture })),
      nfts: nfts.map((row) => ({ ...row, imageUrl: picture })),
    }
    await route.fulfill({ response, json })
  })
  await money.goto()
  await money.openAccount()
  await expect(money.holding('USDC')).toHaveText('1,000.000 USDC')
  const isProxied = (url: string): boolean => url.includes('/v1/image?url=https%3A%2F%2Ftracker.localhost%2F7.png')
  await expect.poll(() => requested.filter(isProxied)).not.toEqual([])
  await money.tab('NFTs').click()
  await expect(demo.dialog.getByRole('tabpanel')).toContainText(/Keyholes #\d+/)
  await expect(demo.dialog.getByRole('tabpanel').locator('img')).toHaveCount(0)
  expect(requested.filter((url) => new URL(url).hostname === 'tracker.localhost')).toEqual([])
})

test('without the service, the native balance, sending and receiving are available, but not buying and swapping @money', async ({
  demo,
  money,
}) => {
  await demo.goto('?blockchainApi=0')
  await demo.connect()
  await demo.openAccount()
  await expect(demo.dialog).toContainText('100.000 ETH')
  await expect(money.tab('Tokens')).toHaveCount(0)
  await expect(money.action('Send')).toBeVisible()
  await expect(money.action('Receive')).toBeVisible()
  await expect(money.action('Buy')).toHaveCount(0)
  await expect(money.action('Swap')).toHaveCount(0)
})
