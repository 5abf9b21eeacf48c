import { expect, test } from './moneyTest.js'

const features = [
  { option: 'onramp', action: 'Buy', files: /OnRamp|BuyInProgress/ },
  { option: 'swaps', action: 'Swap', files: /Swap/ },
  { option: 'receive', action: 'Receive', files: /WalletReceive|CompatibleNetworks/ },
  { option: 'send', action: 'Send', files: /WalletSend/ },
] as const

test('a feature that is off is neither shown nor loaded @money [S2.5]', async ({ money, page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await money.goto(`&activity=0${features.map(({ option }) => `&${option}=0`).join('')}`)
  await money.openAccount()
  await expect(money.holding('ETH')).toBeVisible()
  for (const { action } of features) await expect(money.action(action)).toHaveCount(0)
  await expect(money.tab('Activity')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  for (const { files } of features) expect(requests.filter((path) => files.test(path))).toEqual([])
  expect(requests.filter((path) => /Transaction(List|sView)/.test(path))).toEqual([])
  expect(requests.filter((path) => /\/v1\/(onramp|convert)\/|\/history/.test(path))).toEqual([])
})

test('one that is on is loaded when it is come near, not before @money [S2.5]', async ({ money, page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await money.goto()
  await money.openAccount()
  await expect(money.holding('ETH')).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const { files } of features) expect(requests.filter((path) => files.test(path))).toEqual([])
  for (const { action, files } of features) {
    await money.action(action).hover()
    await expect.poll(() => requests.some((path) => files.test(path)), action).toBe(true)
  }
})
