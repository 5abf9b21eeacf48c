import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort } from '@latchkey/devnet'
import type { Page } from '@playwright/test'
import { isLong, matrix } from '../fixtures/matrix.js'
import { publicNode, serveChain } from '../fixtures/serveChain.js'
import { watchPage } from '../fixtures/watchPage.js'
import { connectAs } from '../packed/connectAs.js'
import { expect, test } from '../packed/packedTest.js'
import { serveFolder } from '../packed/serveFolder.js'
import { type DevServer, startDevServer } from '../packed/startDevServer.js'
import { succeed } from '../packed/succeed.js'
import { type CreateAppOptions, createApp } from './createApp.js'

type Case = Omit<CreateAppOptions, 'workshop'>

/** The short run covers only the first case, whose packages the repository has installed anyway. */
const cases: readonly Case[] = [
  { template: 'react' },
  { template: 'react', chains: ['evm', 'solana', 'bitcoin'], extras: ['wagmi', 'logins', 'pairing'], installer: 'npm' },
  { template: 'react', chains: ['bitcoin'] },
  { template: 'next', installer: 'npm' },
  { template: 'next', chains: ['solana', 'evm'], extras: ['wagmi', 'pairing'] },
  { template: 'vue', chains: ['evm', 'bitcoin'], extras: ['logins'] },
  { template: 'svelte', chains: ['solana', 'evm'], installer: 'npm' },
  { template: 'html', chains: ['evm', 'solana'], extras: ['pairing'] },
  { template: 'html', chains: ['solana'], installer: 'npm' },
]

const toTitle = ({ template, chains = ['evm'], extras = [], installer = 'pnpm' }: Case): string =>
  `${template} for ${[...chains, ...extras].join(', ')} with ${installer}`

// serial: each case fully loads a machine with two cores
test.describe.configure({ mode: 'default' })

for (const item of matrix(cases)) {
  const { template, chains = ['evm'] } = item
  test(`a new app, ${toTitle(item)}, builds, passes its own test and connects @adopt`, async ({
    page,
    context,
    workshop,
    chains: [chain],
  }) => {
    test.setTimeout(600_000)
    const folder = await test.step('npm create latchkey', () => createApp({ workshop, ...item }))
    await expect(createApp({ workshop, ...item })).rejects.toThrow('is not empty')
    await test.step('npm run build', () => succeed('npm', ['run', 'build'], folder))
    await test.step('npm test', () => succeed('npm', ['test'], folder))
    const served = await serve(template, folder)
    try {
      if (chains.includes('evm')) {
        await serveChain(page, { url: publicNode, chainId: 1, rpcUrl: chain.rpcUrl })
        await connectAs(page, { url: served.url, chain: { ...chain, id: 1 }, set: {}, hosts: [publicNode] })
        await expect(page.getByText(/^Balance: 0(\.0+)? ETH$/)).toBeVisible()
      } else await connectElsewhere(page, { url: served.url, isSolana: chains.includes('solana') })
      await expect(page.locator('output')).toHaveText(/^\w{26,62}$/)
    } finally {
      await served.stop()
    }
    if (!isLong) return
    await test.step('npm run dev', async () => {
      const port = await findFreePort()
      const server = await startDevServer(`npm run dev -- --port ${port}`, folder)
      try {
        const edited = await context.newPage()
        const errors = await watchPage(edited, { hosts: [server.url] })
        await edited.goto(server.url)
        await expect(edited.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
        expect(errors).toEqual([])
      } finally {
        await server.stop()
      }
    })
  })
}

/** Policies for Trusted Types that frameworks create for their own templates. */
const trustedTypes: { readonly [template in Case['template']]?: string } = {
  vue: 'vue',
  svelte: 'svelte-trusted-html',
}

/** Serves the build: Next with its own server, all others as static files. */
async function serve(template: Case['template'], folder: string): Promise<DevServer> {
  if (template === 'next') return startDevServer(`npm start -- --port ${await findFreePort()}`, folder)
  return serveFolder(join(folder, 'dist'), [publicNode], trustedTypes[template])
}

/** Connects a scripted Solana or Bitcoin wallet, as {@link connectAs} does for EVM. No node serves its balance here. */
async function connectElsewhere(
  page: Page,
  { url, isSolana }: { readonly url: string; readonly isSolana: boolean },
): Promise<void> {
  await page.addInitScript({ path: process.env['PAGE_TOOLS'] ?? '' })
  await page.addInitScript(
    ({ bytes, usesSolana }) => {
      const [name, key] = ['Dev wallet', Uint8Array.from(bytes)] as const
      if (usesSolana) window.tools.createSolanaWallet({ name, accounts: [key] }).register(window)
      else
        window.tools
          .createBitcoinWallet({ name, shape: 'wallet-standard', privateKeys: [key], network: 'mainnet' })
          .inject(window)
    },
    { bytes: [...randomBytes(32)], usesSolana: isSolana },
  )
  await page.goto(url)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.locator('latchkey-modal').getByRole('button', { name: 'Dev wallet' }).click()
}
