import { toShort } from '../fixtures/DemoPage.js'
import { isLong, matrix } from '../fixtures/matrix.js'
import { serveChain } from '../fixtures/serveChain.js'
import { startNext } from '../frameworks/startNext.js'
import { connectAs } from '../packed/connectAs.js'
import { expect, test } from '../packed/packedTest.js'
import { serveFolder } from '../packed/serveFolder.js'
import { connectSolana } from './connectSolana.js'
import { buildVite, installMigrated, type MigratedApp, migrate, migratedApps } from './migratedApps.js'

/** viem's default node for Ethereum, which a local one replaces. */
const publicNode = 'https://ethereum.reth.rs/'

// one after the other: they share an installation
test.describe.configure({ mode: 'default' })

let home: string

test.beforeAll(async ({ workshop }) => {
  test.setTimeout(isLong ? 600_000 : 120_000)
  home = await installMigrated(workshop)
})

for (const app of matrix(migratedApps)) {
  test(`the codemod migrates an app that then builds, runs and connects: ${app.name} @adopt`, async ({
    page,
    chains: [chain],
  }) => {
    test.setTimeout(isLong ? 300_000 : 90_000)
    const folder = await test.step('migrate', () => migrate(home, app))
    const server = await test.step('build', () => serve(folder, app))
    try {
      if (app.kit === 'solana-wallet-adapter') await connectSolana(page, { url: server.url })
      else {
        await serveChain(page, { url: publicNode, chainId: 1, rpcUrl: chain.rpcUrl })
        const visit = { url: server.url, chain: { ...chain, id: 1 }, hosts: [publicNode] }
        // each app shows the address with its own hook
        await connectAs(page, { ...visit, set: { hasWagmi: true } })
      }
      if (app.hasCookie) {
        const address = (await page.locator('output').textContent()) ?? ''
        const rendered = await page.request.get(server.url)
        expect(await rendered.text()).toContain(toShort(address))
      }
    } finally {
      await server.stop()
    }
  })
}

async function serve(
  folder: string,
  { framework }: MigratedApp,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (framework === 'next') return startNext(folder, { modules: home })
  return serveFolder(await buildVite(home, folder), [publicNode])
}
