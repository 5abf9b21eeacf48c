import { carefulToken, devAccount, worldMarket, worldTokens } from '@latchkey/devnet'
import { encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { mintTokens, readBalance } from './actOnChain.js'
import type { MoneyPage } from './MoneyPage.js'
import { expect, test } from './moneyTest.js'

/** Selects a token for a side of the swap. */
async function choose({ demo }: MoneyPage, side: 'You pay' | 'You receive', symbol: string): Promise<void> {
  const part = demo.dialog.locator('.swap-side').filter({ hasText: side })
  await part.getByRole('button', { name: /Change token$|^Select token$/ }).click()
  await demo.dialog.getByRole('searchbox', { name: 'Search tokens' }).fill(symbol)
  await demo.dialog
    .getByRole('list', { name: 'Select a token' })
    .getByRole('button', { name: new RegExp(symbol) })
    .first()
    .click()
  await expect(part.getByRole('button', { name: `${symbol} Change token` })).toBeVisible()
}

/** The quote's minimum received, in whole units. */
async function readMinimum({ demo }: MoneyPage): Promise<number> {
  const text = await demo.dialog.locator('dt', { hasText: 'Minimum received' }).locator('+ dd').textContent()
  return Number(text?.split(' ')[0]?.replaceAll(',', ''))
}

test('ether is swapped for a token, and the received amount matches the quote within the slippage [S1.4] @money', async ({
  money,
  demo,
  chains: [one],
}) => {
  const { usd } = worldMarket
  await money.goto()
  await money.openAccount()
  await money.action('Swap').click()
  await money.expectView('Swap')
  await choose(money, 'You receive', usd.symbol)
  await demo.dialog.getByRole('textbox', { name: 'Amount to pay' }).fill('2')
  await expect(demo.button('Review swap')).toBeEnabled()
  await demo.button('Review swap').click()
  await money.expectView('Review swap')
  const least = await readMinimum(money)
  // two of a thousand ether in the pool: about 0.5 % below the price, including the fee
  expect(least).toBeGreaterThan(5_800)
  await demo.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await money.expectView('Swapped')
  const received = Number(await readBalance(one.rpcUrl, money.account, usd.address)) / 10 ** usd.decimals
  expect(received).toBeGreaterThanOrEqual(least)
  expect(received).toBeLessThanOrEqual((least / 0.99) * 1.001)
  await demo.button('Done').click()
  await expect(money.holding(usd.symbol)).toContainText(Math.trunc(received).toLocaleString('en'))
})

test('a token is approved first and then swapped, in two transactions [S2.4] @money', async ({
  money,
  demo,
  chains: [one],
}) => {
  await money.goto()
  await money.open({ view: 'Swap', arguments: { amount: '300', fromToken: 'USDC', toToken: 'ETH' } })
  await money.expectView('Swap')
  await expect(demo.dialog.getByRole('textbox', { name: 'Amount to pay' })).toHaveValue('300')
  await demo.button('Review swap').click()
  await expect(demo.dialog).toContainText('Approve access to your USDC first')
  await demo.button('Approve USDC').click()
  await expect(demo.dialog.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
  await demo.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await money.expectView('Swapped')
  const { USDC } = worldTokens
  expect(await readBalance(one.rpcUrl, money.account, USDC.address)).toBe(parseUnits('700', USDC.decimals))
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(2)
})

test('a token that cannot change an existing approval has it revoked first, then is approved and swapped @money', async ({
  money,
  demo,
  chains: [one],
}) => {
  const { address, symbol, decimals } = carefulToken
  await mintTokens(one.rpcUrl, address, money.account, parseUnits('500', decimals))
  await money.goto()
  // leaves an approval behind that is lower than the next swap needs
  await money.open({ view: 'Swap', arguments: { amount: '100', fromToken: symbol, toToken: 'ETH' } })
  await demo.button('Review swap').click()
  await demo.button(`Approve ${symbol}`).click()
  await expect(demo.dialog.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
  await demo.button('Back').click()
  await demo.dialog.getByRole('textbox', { name: 'Amount to pay' }).fill('300')
  await demo.button('Review swap').click()
  await demo.wallet.script({ methods: { eth_sendTransaction: [{ kind: 'hang' }] } })
  await demo.button(`Approve ${symbol}`).click()
  await expect(demo.heading(`Revoking the old ${symbol} approval…`)).toBeVisible()
  await expect(demo.dialog).toContainText('Your wallet will ask twice.')
  await demo.wallet.release()
  await expect(demo.dialog.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(3)
  await demo.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await money.expectView('Swapped')
  expect(await readBalance(one.rpcUrl, money.account, address)).toBe(parseUnits('200', decimals))
})

test('a swap above the balance or with an invalid amount is not offered @money', async ({ money, demo }) => {
  await money.goto()
  await money.open({ view: 'Swap', arguments: { amount: '1000.5', fromToken: 'USDC', toToken: 'DAI' } })
  await expect(demo.button('Insufficient balance')).toBeVisible()
  await demo.dialog.getByRole('textbox', { name: 'Amount to pay' }).fill('1e3')
  await expect(demo.button('Enter a valid amount')).toBeVisible()
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(0)
})

const blocked = 'Swap blocked. It does something other than shown here.'
const thief = devAccount(19).address

type Tx = { readonly to: string; readonly data: string; readonly amount?: string }

/** Makes the service return another transaction, until disposed. */
async function lie({ page }: MoneyPage, path: string, change: (tx: Tx) => Partial<Tx>): Promise<() => Promise<void>> {
  const url = `**/v1/convert/${path}*`
  await page.route(url, async (route) => {
    const response = await route.fetch()
    const { tx } = (await response.json()) as { readonly tx: Tx }
    await route.fulfill({ response, json: { tx: { ...tx, ...change(tx) } } })
  })
  return () => page.unroute(url)
}

test('a transaction from the service with another call, spender, recipient or value is blocked; the honest swap works @money @threats', async ({
  money,
  demo,
  chains: [one],
}) => {
  const { USDC } = worldTokens
  const press = async (name: 'Approve USDC' | 'Swap'): Promise<void> => {
    await demo.button('Review swap').click()
    await money.expectView('Review swap')
    await demo.dialog.getByRole('button', { name, exact: true }).click()
  }
  await money.goto()
  await money.open({ view: 'Swap', arguments: { amount: '300', fromToken: 'USDC', toToken: 'ETH' } })

  const { router } = worldMarket
  let stop = await lie(money, 'build-approve', ({ data }) => ({
    data: data.replace(router.slice(2).toLowerCase(), thief.slice(2).toLowerCase()),
  }))
  await press('Approve USDC')
  await expect(demo.heading(blocked)).toBeVisible()
  await stop()
  await demo.button('Back to swap').click()
  await press('Approve USDC')
  await expect(demo.dialog.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
  await demo.button('Back').click()

  const transfer = { abi: erc20Abi, functionName: 'transfer', args: [thief, parseUnits('1000', 6)] } as const
  for (const change of [
    ({ to }: Tx) => ({ to: to.replace(/0x.*/, USDC.address), data: encodeFunctionData(transfer) }),
    ({ data }: Tx) => ({
      data: data.replace(money.account.slice(2).toLowerCase(), thief.slice(2).toLowerCase()),
    }),
    () => ({ amount: '1' }),
  ]) {
    stop = await lie(money, 'build-transaction', change)
    await press('Swap')
    await expect(demo.heading(blocked)).toBeVisible()
    await stop()
    await demo.button('Back to swap').click()
    await money.expectView('Swap')
  }
  // the wallet has received the approval only
  expect(await demo.wallet.requests('eth_sendTransaction')).toHaveLength(1)
  expect(await readBalance(one.rpcUrl, thief, USDC.address)).toBe(0n)

  await demo.button('Review swap').click()
  const shownRouter = demo.dialog.locator('dt', { hasText: 'Router' }).locator('+ dd')
  await expect(shownRouter).toHaveText(router)
  expect(await readMinimum(money)).toBeGreaterThan(0.09)
  await demo.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
  await money.expectView('Swapped')
  expect(await readBalance(one.rpcUrl, money.account, USDC.address)).toBe(parseUnits('700', USDC.decimals))
})
