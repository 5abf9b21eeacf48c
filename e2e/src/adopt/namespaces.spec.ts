import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { root } from '../../../scripts/lib/root.mjs'
import { toShort } from '../fixtures/DemoPage.js'
import { watchPage } from '../fixtures/watchPage.js'
import { checkTypes } from '../packed/checkTypes.js'
import { installFolder } from '../packed/installFolder.js'
import { test as base, expect } from '../packed/packedTest.js'
import { ownPeers } from '../packed/peerSets.js'
import { serveFolder } from '../packed/serveFolder.js'
import { succeed } from '../packed/succeed.js'
import { type AppChain, toPage } from '../packed/writeApp.js'
import { suiFamily } from './suiFamily.js'

const nodes = { tron: 'http://tron.localhost:8090', sui: 'http://sui.localhost:9000' }

const toMain = (chain: AppChain): string => `
import '@latchkey/ui-react/styles.css'
import { evm } from '@latchkey/adapter-evm'
import { AccountButton, ConnectButton, createModal, LatchkeyProvider, NetworkButton } from '@latchkey/ui-react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createDevWallet } from './devWallet.js'
import { registerSuiWallet, sui, suiMainnet } from './sui.js'
import { tron, tronMainnet, tronNile } from './tron.js'

const chain = {
  ...${JSON.stringify(chain)},
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['${chain.rpcUrl}'] } },
}
const families = [
  tron({ networks: [tronMainnet('${nodes.tron}'), tronNile('${nodes.tron}')] }),
  sui({ networks: [suiMainnet('${nodes.sui}')] }),
]
const hasEvm = location.search === '?evm'
const modal = createModal({ adapters: hasEvm ? [evm({ networks: [chain] }), ...families] : families })
createDevWallet({ prompt: async () => undefined }).announce(window)
registerSuiWallet(window)
const buttons = [ConnectButton, AccountButton, NetworkButton].map((button) => createElement(button, { key: button.name }))
const root = document.getElementById('root')
if (root) createRoot(root).render(createElement(LatchkeyProvider, { modal, children: buttons }))
`

/** The files of the guide's example adapter. */
function readGuide(): readonly (readonly [name: string, code: string])[] {
  const guide = readFileSync(join(root, 'docs/writing-an-adapter.md'), 'utf8')
  return [...guide.matchAll(/^```ts (\S+)\n(.*?)^```/gms)].map(([, name = '', code = '']) => [name, code])
}

/** A fresh app with the adapter of the guide and another of a third party, installed from tarballs and built by Vite. */
const test = base.extend<object, { readonly app: { readonly url: string; readonly chain: AppChain } }>({
  app: [
    async ({ workshop }, use) => {
      const folder = join(workshop.folder, 'namespaces')
      const [chain] = JSON.parse(process.env['CHAINS'] ?? '[]') as readonly [AppChain]
      const crypto = { '@noble/curves': '2.4.0', '@noble/hashes': '2.4.0', '@scure/base': '2.4.0' }
      const { react, reactTypes, typescript } = ownPeers
      await installFolder({
        folder,
        installer: 'pnpm',
        tarballs: await Promise.all(['core', 'ui-react', 'adapter-evm'].map((name) => workshop.pack(name))),
        dependencies: { ...crypto, react, 'react-dom': react },
        devDependencies: { vite: '8.3.8', typescript, '@types/react': reactTypes, '@types/react-dom': reactTypes },
      })
      mkdirSync(folder, { recursive: true })
      for (const [name, code] of readGuide()) writeFileSync(join(folder, name), code)
      copyFileSync(join(root, 'examples/tron/src/devWallet.ts'), join(folder, 'devWallet.ts'))
      writeFileSync(join(folder, 'sui.ts'), suiFamily)
      writeFileSync(join(folder, 'main.ts'), toMain(chain))
      writeFileSync(join(folder, 'index.html'), toPage({ script: '/main.ts' }))
      await checkTypes(folder, join(folder, 'node_modules/typescript/bin/tsc'))
      await succeed('npx', ['vite', 'build'], folder)
      const server = await serveFolder(join(folder, 'dist'), [...Object.values(nodes), chain.rpcUrl])
      await use({ url: server.url, chain })
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** Opens the app; its nodes report balances of 2 TRX and 1.5 SUI. */
async function openApp(page: Page, url: string, hosts: readonly string[] = []): Promise<readonly string[]> {
  await page.route(`${nodes.tron}/`, (route) => route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: '0x1e8480' } }))
  const result = { totalBalance: '1500000000' }
  await page.route(`${nodes.sui}/`, (route) => route.fulfill({ json: { jsonrpc: '2.0', id: 1, result } }))
  const errors = await watchPage(page, { hosts: [new URL(url).origin, ...Object.values(nodes), ...hosts] })
  await page.goto(url)
  return errors
}

const tronAddress = /^T[1-9A-HJ-NP-Za-km-z]{5}…/
const suiAddress = /^0x5a5a.*…/

/** The image of an item. */
const iconOf = (item: Locator): Locator => item.locator('img')

/** Connects a wallet of another namespace from the account view. */
async function connectAnother(modal: Locator, { family, wallet }: { family: string; wallet: string }): Promise<void> {
  await modal.getByRole('button', { name: /^Wallets/ }).click()
  await modal.getByRole('tab', { name: family }).click()
  await modal.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(modal.getByRole('heading', { name: `Connect a ${family} wallet` })).toBeVisible()
  await modal.getByRole('button', { name: wallet }).click()
  await expect(modal.getByRole('tabpanel', { name: family })).toContainText(wallet)
  await modal.getByRole('button', { name: 'Back' }).click()
}

test('two third-party namespaces work side by side in one modal @adopt', async ({ page, app }) => {
  const errors = await openApp(page, app.url)
  const modal = page.locator('latchkey-modal').getByRole('dialog')

  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  for (const name of ['Dev TRON wallet', 'Dev Sui wallet'])
    await expect(iconOf(modal.getByRole('button', { name }))).toHaveAttribute('src', /^data:image/)
  await modal.getByRole('button', { name: 'Dev TRON wallet' }).click()
  const account = page.getByRole('button', { name: tronAddress }).first()
  await account.click()
  await expect(modal).toContainText('2.000 TRX')
  await expect(modal.getByRole('link', { name: 'View on Tronscan' })).toBeVisible()

  await connectAnother(modal, { family: 'Sui', wallet: 'Dev Sui wallet' })
  await expect(modal).toContainText('1.500 SUI')
  await expect(modal).toContainText('Connected with Dev Sui wallet')
  await expect(modal.getByRole('link', { name: 'View on Suivision' })).toBeVisible()
  await expect(modal.getByRole('button', { name: /^Wallets/ })).toContainText('TRON · Sui')
  await page.keyboard.press('Escape')

  // each namespace under its own name, with its own icons
  await page.getByRole('button', { name: 'Sui Mainnet', exact: true }).click()
  await expect(modal.getByRole('heading', { level: 3 })).toHaveText(['Sui', 'TRON'])
  const icons = await Promise.all(
    ['Sui Mainnet', 'TRON Nile'].map((name) => iconOf(modal.getByRole('button', { name })).getAttribute('src')),
  )
  expect(icons.map((icon) => icon?.includes('4da2ff'))).toEqual([true, false])
  await modal.getByRole('button', { name: 'TRON Nile' }).click()
  await expect(page.getByRole('button', { name: 'TRON Nile', exact: true })).toBeVisible()

  // disconnecting one leaves the other connected
  await page.getByRole('button', { name: tronAddress }).first().click()
  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await expect(modal).toContainText('1.500 SUI')
  await expect(modal.getByRole('button', { name: /^Wallets/ })).not.toContainText('TRON')
  await expect(page.getByRole('button', { name: tronAddress })).toHaveCount(0)
  expect(errors).toEqual([])
})

test('third-party namespaces work alongside EVM @adopt', async ({ page, app: { url, chain } }) => {
  const key = generatePrivateKey()
  await page.addInitScript({ path: process.env['PAGE_TOOLS'] ?? '' })
  await page.addInitScript(
    ({ accounts, chains }) => {
      window.tools.createEvmWallet({ name: 'Dev wallet', rdns: 'example.dev', accounts, chains }).announce(window)
    },
    { accounts: [key], chains: [chain] },
  )
  const errors = await openApp(page, `${url}/?evm`, [chain.rpcUrl])
  const modal = page.locator('latchkey-modal').getByRole('dialog')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(modal.getByRole('button', { name: /^Dev / })).toHaveCount(3)
  await modal.getByRole('button', { name: 'Dev wallet' }).click()
  const short = toShort(privateKeyToAddress(key))
  await page.getByRole('button', { name: short }).first().click()

  await connectAnother(modal, { family: 'TRON', wallet: 'Dev TRON wallet' })
  await connectAnother(modal, { family: 'Sui', wallet: 'Dev Sui wallet' })
  await expect(modal.getByRole('button', { name: /^Wallets/ })).toContainText('EVM · TRON · Sui')

  await modal.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: suiAddress })).toHaveCount(0)
  await expect(
    page
      .getByRole('button', { name: short })
      .or(page.getByRole('button', { name: tronAddress }))
      .first(),
  ).toBeVisible()
  expect(errors).toEqual([])
})
