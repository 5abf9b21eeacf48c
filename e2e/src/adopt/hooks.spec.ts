import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fundAccount } from '@latchkey/devnet'
import type { Page } from '@playwright/test'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { toShort } from '../fixtures/DemoPage.js'
import { watchPage } from '../fixtures/watchPage.js'
import { bundlers } from '../packed/bundlers.js'
import { installFolder } from '../packed/installFolder.js'
import { expect, test } from '../packed/packedTest.js'
import { ownPeers } from '../packed/peerSets.js'
import { serveFolder } from '../packed/serveFolder.js'
import { succeed } from '../packed/succeed.js'
import { type AppChain, toPage } from '../packed/writeApp.js'

const tip = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'

/** The source of an app with its own buttons, balance, name and two ways to send. */
const toSource = ({ id, name, rpcUrl }: AppChain): string => `import '@latchkey/ui-react/styles.css'
import { evm } from '@latchkey/adapter-evm'
import {
  ConnectButton,
  createModal,
  LatchkeyProvider,
  useAccount,
  useAddRecentTransaction,
  useBalance,
  useName,
  useProvider,
  useSendTransaction,
  WalletButton,
} from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'

const chain = {
  id: ${id},
  name: '${name}',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['${rpcUrl}'] } },
}
const modal = createModal({
  adapters: [evm({ networks: [chain] })],
  walletGroups: [{ name: 'Our choice', wallets: ['example.dev'] }],
  disclaimer: [{ text: 'Not for minors. ' }, { text: 'Rules', href: 'https://shop.example/rules' }],
})

type Provider = { request(request: { method: string; params: readonly unknown[] }): Promise<string> }

function Shop() {
  const { address } = useAccount()
  const { data: balance } = useBalance()
  const { data: named } = useName()
  const { provider } = useProvider<Provider>('eip155')
  const { sendTransaction } = useSendTransaction()
  const addRecentTransaction = useAddRecentTransaction()
  const mint = async () => {
    const transaction = { from: address, to: '${tip}', value: '0x1' }
    const hash = await provider?.request({ method: 'eth_sendTransaction', params: [transaction] })
    if (hash) await addRecentTransaction({ hash, description: 'Mint a ticket' })
  }
  return (
    <main>
      <ConnectButton.Custom>
        {({ status, account, getButtonProps }) => (
          <button {...getButtonProps()} id="own">
            {account?.label ?? 'Log in'}, {status}
          </button>
        )}
      </ConnectButton.Custom>
      <WalletButton wallet="example.dev" />
      <output id="balance">{balance ? balance.value.toString() : ''}</output>
      <output id="name">{named === null ? 'no name' : named?.name}</output>
      <button
        disabled={!provider}
        onClick={() => sendTransaction({ transaction: { to: '${tip}', value: 10n ** 18n }, description: 'Tip 1 ether' })}
      >
        Tip
      </button>
      <button disabled={!provider} onClick={() => void mint()}>
        Mint
      </button>
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <LatchkeyProvider modal={modal}>
      <Shop />
    </LatchkeyProvider>,
  )
`

type Call = { readonly id: unknown; readonly method: string }

/** Withholds receipts from the page, like a chain whose next block takes a while. Returns a function that releases them. */
async function holdReceipts(page: Page, rpcUrl: string): Promise<() => void> {
  let isHeld = true
  await page.route(`${rpcUrl}**`, async (route) => {
    const body: Call | readonly Call[] = route.request().postDataJSON()
    const held = [body].flat().filter(({ method }) => isHeld && method === 'eth_getTransactionReceipt')
    const response = await route.fetch()
    const replies = [await response.json()]
      .flat()
      .map((reply) => (held.some(({ id }) => id === reply.id) ? { ...reply, result: null } : reply))
    await route.fulfill({ response, json: Array.isArray(body) ? replies : replies[0] })
  })
  return () => {
    isHeld = false
  }
}

test('an app can use its own buttons, read balances and list the transactions that it sends @adopt', async ({
  page,
  workshop,
  chains: [chain],
}) => {
  test.setTimeout(300_000)
  const folder = join(workshop.folder, 'hooks')
  const tools = `${folder}-tools`
  const tarballs = await Promise.all(['core', 'ui-react', 'adapter-evm'].map((name) => workshop.pack(name)))
  const { react, reactTypes, installer, typescript } = ownPeers
  await installFolder({
    folder,
    installer,
    tarballs,
    dependencies: { react, 'react-dom': react },
    devDependencies: { '@types/react': reactTypes, '@types/react-dom': reactTypes },
  })
  await installFolder({
    folder: tools,
    installer,
    tarballs: [],
    devDependencies: { ...bundlers.vite.tools, typescript },
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'main.tsx'), toSource(chain))
  writeFileSync(join(folder, 'index.html'), toPage({ script: '/main.tsx' }))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: 'react-jsx',
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.tsx'] }))
  await test.step('types', () =>
    succeed(
      process.execPath,
      [join(tools, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
      folder,
    ))
  const served = await serveFolder(await bundlers.vite.bundle({ folder, tools }), [chain.rpcUrl])

  const key = generatePrivateKey()
  const address = privateKeyToAddress(key)
  await fundAccount(chain.rpcUrl, address, parseEther('5'))
  const errors = await watchPage(page, { hosts: [served.url, chain.rpcUrl] })
  await page.addInitScript({ path: process.env['PAGE_TOOLS'] ?? '' })
  await page.addInitScript(
    ({ accounts, chains }) => {
      for (const [name, rdns] of [
        ['Dev wallet', 'example.dev'],
        ['Other wallet', 'example.other'],
      ] as const)
        window.tools.createEvmWallet({ name, rdns, accounts, chains, storage: localStorage }).announce(window)
    },
    { accounts: [key], chains: [{ id: chain.id, name: chain.name, rpcUrl: chain.rpcUrl }] },
  )
  const release = await holdReceipts(page, chain.rpcUrl)
  const own = page.locator('#own')
  const dialog = page.locator('latchkey-modal').getByRole('dialog')
  const recent = dialog.getByRole('list', { name: 'Recent transactions' }).getByRole('listitem')
  const balance = page.locator('#balance')
  try {
    await page.goto(served.url)
    await test.step('groups and the disclaimer', async () => {
      await expect(own).toHaveText('Log in, disconnected')
      await own.click()
      await expect(dialog.getByRole('list', { name: 'Our choice' }).getByRole('button')).toHaveText(/Dev wallet/)
      await expect(dialog.getByRole('list', { name: 'More wallets' }).getByRole('button')).toHaveText(/Other wallet/)
      await expect(dialog.getByText('Not for minors. Rules')).toBeVisible()
      await expect(dialog.getByRole('link', { name: 'Rules' })).toHaveAttribute('href', 'https://shop.example/rules')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
    await test.step('the button of one wallet connects it without the dialog', async () => {
      await page.getByRole('button', { name: 'Dev wallet' }).click()
      await expect(own).toHaveText(`${toShort(address)}, connected`)
      await expect(page.getByRole('button', { name: 'Dev wallet Connected' })).toBeVisible()
      await expect(dialog).toBeHidden()
      await expect(balance).toHaveText(String(parseEther('5')))
      await expect(page.locator('#name')).toHaveText('no name')
    })
    await test.step('sent transactions are listed as pending, also after a reload', async () => {
      await page.getByRole('button', { name: 'Tip' }).click()
      await page.getByRole('button', { name: 'Mint' }).click()
      await own.click()
      await expect(dialog.getByRole('button', { name: 'Recent transactions' })).toContainText('Pending')
      await dialog.getByRole('button', { name: 'Recent transactions' }).click()
      await expect(recent).toHaveCount(2)
      await expect(recent.filter({ hasText: 'Tip 1 ether' })).toContainText('Pending')
      await expect(recent.filter({ hasText: 'Mint a ticket' })).toContainText('Pending')
      await page.reload()
      await expect(own).toHaveText(`${toShort(address)}, connected`)
      await own.click()
      await dialog.getByRole('button', { name: 'Recent transactions' }).click()
      await expect(recent).toHaveText([/Pending/, /Pending/])
    })
    await test.step('they are then listed as confirmed, and the balance is refreshed', async () => {
      const before = BigInt((await balance.textContent()) || 0)
      release()
      await expect(recent).toHaveText([/Confirmed/, /Confirmed/], { timeout: 20_000 })
      await expect.poll(async () => BigInt((await balance.textContent()) || before)).toBeLessThan(parseEther('4'))
      await dialog.getByRole('button', { name: 'Clear list' }).click()
      await expect(recent).toHaveCount(0)
    })
    expect(errors).toEqual([])
  } finally {
    await served.stop()
  }
})
