import type { DevnetChain } from '@latchkey/devnet'
import { expect, type Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { toShort } from '../fixtures/DemoPage.js'
import { watchPage } from '../fixtures/watchPage.js'
import type { AdapterSet } from './adapterSets.js'

export type Visit = {
  readonly url: string
  readonly chain: DevnetChain
  readonly set: Pick<AdapterSet, 'signsIn' | 'hasWagmi'>
  /** Other hosts that the app may request. */
  readonly hosts?: readonly string[]
}

/**
 * Opens an app with a scripted wallet in the browser, and connects it as a user does. The page must report no errors
 * and send requests only to the app's server and its node.
 *
 * @returns the paths that the page had requested before the first click, and in total
 */
export async function connectAs(
  page: Page,
  { url, chain, set, hosts = [] }: Visit,
): Promise<{ before: string[]; all: string[] }> {
  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  const errors = await watchPage(page, { hosts: [url, chain.rpcUrl, ...hosts] })
  await page.addInitScript({ path: process.env['PAGE_TOOLS'] ?? '' })
  await page.addInitScript(
    ({ accounts, chains }) => {
      window.tools.createEvmWallet({ name: 'Dev wallet', rdns: 'example.dev', accounts, chains }).announce(window)
    },
    { accounts: [key], chains: [{ id: chain.id, name: chain.name, rpcUrl: chain.rpcUrl }] },
  )
  const all: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === new URL(url).origin) all.push(pathname)
  })
  await page.goto(url)
  const button = page.getByRole('button', { name: 'Connect', exact: true })
  await expect(button).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = [...all]

  const dialog = page.locator('latchkey-modal').getByRole('dialog')
  await button.click()
  await dialog.getByRole('button', { name: 'Dev wallet' }).click()
  if (set.signsIn) await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('button', { name: toShort(address), exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  if (set.hasWagmi) await expect(page.locator('output')).toHaveText(address)
  expect(errors).toEqual([])
  return { before, all }
}
