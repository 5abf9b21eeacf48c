import { join } from 'node:path'
import { findFreePort } from '@latchkey/devnet'
import { matrix } from '../fixtures/matrix.js'
import { serveChain } from '../fixtures/serveChain.js'
import { connectAs } from '../packed/connectAs.js'
import { expect, test } from '../packed/packedTest.js'
import { serveFolder } from '../packed/serveFolder.js'
import { startDevServer } from '../packed/startDevServer.js'
import { succeed } from '../packed/succeed.js'
import { type CreateAppOptions, createApp } from './createApp.js'

/** viem's default node for Ethereum, which a local one replaces. */
const publicNode = 'https://ethereum.reth.rs/'

type Case = Omit<CreateAppOptions, 'workshop'>

/** The short run is the first one, of packages that the repository has installed anyway. */
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
  `${template} for ${[...chains, ...extras].join(', ')} by ${installer}`

// serial: each takes all of a machine with two cores
test.describe.configure({ mode: 'default' })

for (const item of matrix(cases)) {
  const { template, chains = ['evm'] } = item
  test(`a new app, ${toTitle(item)}, builds, passes its own test and connects @adopt`, async ({
    page,
    workshop,
    chains: [chain],
  }) => {
    test.setTimeout(600_000)
    const folder = await test.step('npm create latchkey', () => createApp({ workshop, ...item }))
    await expect(createApp({ workshop, ...item })).rejects.toThrow('is not empty')
    await test.step('npm run build', () => succeed('npm', ['run', 'build'], folder))
    await test.step('npm test', () => succeed('npm', ['test'], folder))
    // the app's own test has connected one of the other chains
    if (!chains.includes('evm')) return
    const served = await serve(template, folder)
    try {
      await serveChain(page, { url: publicNode, chainId: 1, rpcUrl: chain.rpcUrl })
      await connectAs(page, { url: served.url, chain: { ...chain, id: 1 }, set: {}, hosts: [publicNode] })
      await expect(page.locator('output')).toHaveText(/^0x[\da-f]{40}$/i)
      await expect(page.getByText(/^Balance: 0(\.0+)? ETH$/)).toBeVisible()
    } finally {
      await served.stop()
    }
  })
}

/** Policies for Trusted Types that frameworks create for their own templates. */
const trustedTypes: { readonly [template in Case['template']]?: string } = {
  vue: 'vue',
  svelte: 'svelte-trusted-html',
}

/** Serves what was built: Next by its own server, all others as files. */
async function serve(
  template: Case['template'],
  folder: string,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (template === 'next') return startDevServer(`npm start -- -p ${await findFreePort()}`, folder)
  return serveFolder(join(folder, 'dist'), [publicNode], trustedTypes[template])
}
