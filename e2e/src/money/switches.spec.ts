import { findFeature } from '../fixtures/findChunk.js'
import { expect, test } from './moneyTest.js'

const features = [
  { option: 'onramp', action: 'Buy', feature: ['onramp', 'OnRampAmount'] },
  { option: 'swaps', action: 'Swap', feature: ['swap', 'Swap'] },
  { option: 'receive', action: 'Receive', feature: ['receive', 'WalletReceive'] },
  { option: 'send', action: 'Send', feature: ['send', 'WalletSend'] },
] as const

/** The chunks of these features. */
const findScripts = (): Promise<readonly RegExp[]> =>
  Promise.all(features.map(({ feature: [name, view] }) => findFeature(name, view)))

test('a feature that is off is neither shown nor loaded @money [S2.5]', async ({ money, page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await money.goto(`&activity=0${features.map(({ option }) => `&${option}=0`).join('')}`)
  await money.openAccount()
  await expect(money.holding('ETH')).toBeVisible()
  for (const { action } of features) await expect(money.action(action)).toHaveCount(0)
  await expect(money.tab('Activity')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const scripts = await findScripts()
  for (const script of scripts) expect(requests.filter((path) => script.test(path))).toEqual([])
  const activity = await findFeature('activity', 'Transactions')
  expect(requests.filter((path) => activity.test(path))).toEqual([])
  expect(requests.filter((path) => /\/v1\/(onramp|convert)\/|\/history/.test(path))).toEqual([])
})

test('a feature that is on is loaded when the pointer is over its button, not before @money [S2.5]', async ({
  money,
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await money.goto()
  await money.openAccount()
  await expect(money.holding('ETH')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = await findScripts()
  for (const script of scripts) expect(requests.filter((path) => script.test(path))).toEqual([])
  for (const [index, { action }] of features.entries()) {
    await money.action(action).hover()
    await expect.poll(() => requests.some((path) => scripts[index]?.test(path)), action).toBe(true)
  }
})
