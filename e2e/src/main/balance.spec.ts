import { fundAccount } from '@latchkey/devnet'
import type { Route } from '@playwright/test'
import { type Hex, parseEther } from 'viem'
import { freezeClock, paintUntil } from '../fixtures/freezeClock.js'
import { serveChain } from '../fixtures/serveChain.js'
import { expect, test } from '../fixtures/test.js'

const unavailable = 'Token Balance Unavailable'

test('the balance shows three decimals, never rounded up @main', async ({ demo, page, chains: [one] }) => {
  const account = demo.accounts[0] as Hex
  await demo.goto()
  for (const [owned, shown] of [
    ['1.2349999', '1.234 ETH'],
    ['0', '0.000 ETH'],
  ] as const) {
    await fundAccount(one.rpcUrl, account, parseEther(owned))
    await demo.connect()
    await demo.openAccount()
    await expect(demo.dialog).toContainText(`Balance ${shown}`)
    await demo.button('Disconnect').click()
    await demo.expectDisconnected()
    // a balance is cached for a while
    await page.reload()
  }
})

test('a notice says that the balance is unavailable if the RPC node is down or the app lacks the network @main [S8.1]', async ({
  demo,
  page,
  chains: [one],
}) => {
  demo.expectedErrors.push(/net::ERR_FAILED/)
  await test.step('the RPC node is down', async () => {
    await page.route(`${one.rpcUrl}/**`, (route) => route.abort())
    await demo.goto()
    await demo.connect()
    await demo.openAccount()
    await expect(demo.toast).toHaveText(unavailable)
    await expect(demo.dialog).toContainText('Balance unavailable')
    await expect(demo.status).toHaveText('connected')
  })
  await test.step('the app lacks the network', async () => {
    await demo.goto('?allowUnsupportedChain=1')
    await expect(demo.status).toHaveText('connected')
    await demo.wallet.selectChain(1)
    await expect(demo.network).toContainText('not supported')
    await demo.openAccount()
    await expect(demo.toast).toHaveText(unavailable)
    await expect(demo.dialog).toContainText('0.00')
  })
})

test('after a failure, the balance is not requested again for 30 s, and then on the next opening @main', async ({
  demo,
  page,
  chains: [one],
}) => {
  demo.expectedErrors.push(/net::ERR_FAILED/)
  let requests = 0
  await page.route(`${one.rpcUrl}/**`, (route) => {
    requests += 1
    return route.abort()
  })
  await freezeClock(page)
  await demo.goto()
  await demo.pickDevWallet()
  await paintUntil(page, () => expect(demo.dialog).toBeHidden({ timeout: 50 }))
  await demo.openAccount()
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(demo.toast).toHaveText(unavailable, { timeout: 50 })
  }).toPass({ intervals: [20] })
  expect(requests).toBeGreaterThan(0)

  await page.unroute(`${one.rpcUrl}/**`)
  let laterRequests = 0
  page.on('request', (request) => {
    if (request.url().startsWith(one.rpcUrl)) laterRequests += 1
  })
  await page.keyboard.press('Escape')
  await page.clock.runFor(29_000)
  await demo.openAccount()
  await expect(demo.dialog).toContainText('Balance unavailable')
  expect(laterRequests).toBe(0)

  await page.keyboard.press('Escape')
  await page.clock.runFor(1_001)
  await demo.openAccount()
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(demo.dialog).toContainText('100.000 ETH', { timeout: 50 })
  }).toPass({ timeout: 10_000 })
})

test('a balance request is retried after Retry-After on 429, and after 150, 300 and 600 ms on 503 @main', async ({
  demo,
  page,
  chains: [one],
}) => {
  demo.expectedErrors.push(/status of (429|503)/)
  // each call is retried on its own: a failed batch may succeed in parts
  const requests = new Map<string, number[]>()
  let answers: Parameters<Route['fulfill']>[0][] = [{ status: 429, headers: { 'retry-after': '2' } }]
  await page.route(`${one.rpcUrl}/**`, async (route) => {
    const body: unknown = route.request().postDataJSON()
    let answer: (typeof answers)[number]
    for (const { method } of (Array.isArray(body) ? body : [body]) as { method: string }[]) {
      const times = requests.get(method) ?? []
      answer ??= answers[times.length]
      requests.set(method, [...times, performance.now()])
    }
    if (!answer) return route.continue()
    const exposed = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
    await route.fulfill({ ...answer, headers: { ...answer.headers, ...exposed } })
  })
  const gaps = (): readonly number[] => {
    const times = requests.get('eth_getBalance') ?? []
    return times.slice(1).map((time, index) => time - (times[index] ?? 0))
  }
  await demo.goto()
  await demo.connect()

  await demo.openAccount()
  await expect(demo.dialog).toContainText('100.000 ETH')
  expect(gaps()).toHaveLength(1)
  expect(gaps()[0]).toBeGreaterThanOrEqual(1_990)

  requests.clear()
  answers = Array.from({ length: 3 }, () => ({ status: 503 }))
  // the cached balance of the last visit is older than half a minute
  await page.evaluate(() => {
    const { v, data } = JSON.parse(localStorage.getItem('latchkey/state') ?? '{}')
    localStorage.setItem('latchkey/state', JSON.stringify({ v, data: { ...data, caches: undefined } }))
  })
  await page.reload()
  await demo.openAccount()
  await expect(demo.dialog).toContainText('100.000 ETH')
  expect(gaps()).toHaveLength(3)
  for (const [index, delay] of [150, 300, 600].entries()) expect(gaps()[index]).toBeGreaterThanOrEqual(delay - 10)
  await expect(demo.toast).toBeHidden()
})

test('the balance is not shown if the node reports another chain ID @main', async ({ demo, page, chains: [one] }) => {
  await serveChain(page, { url: one.rpcUrl, rpcUrl: one.rpcUrl, chainId: 5 })
  await demo.goto()
  await demo.connect()
  await demo.openAccount()
  await expect(demo.toast).toHaveText(unavailable)
  await expect(demo.dialog).toContainText('Balance unavailable')
  await expect(demo.dialog).not.toContainText('ETH')
})

test('the balance is requested only while it is shown, and again when the account is reopened @main', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (!demo.url.startsWith(origin)) requests.push(origin)
  })
  await page.clock.install()
  await demo.goto()
  await demo.connect()
  expect(requests).toEqual([])
  await demo.openAccount()
  await expect(demo.dialog).toContainText('100.000 ETH')
  expect(requests).toEqual([one.rpcUrl])

  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()
  await fundAccount(one.rpcUrl, demo.accounts[0] as Hex, parseEther('7'))
  await demo.wallet.selectChain(two.id)
  await expect(demo.network).toHaveText(two.name)
  await demo.wallet.selectChain(one.id)
  await expect(demo.network).toHaveText(one.name)
  await page.clock.runFor(30_001)
  expect(requests).toEqual([one.rpcUrl])

  await demo.openAccount()
  await expect(demo.dialog).toContainText('7.000 ETH')
  expect(requests).toEqual([one.rpcUrl, one.rpcUrl])
})
