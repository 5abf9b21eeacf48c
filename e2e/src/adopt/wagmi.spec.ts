import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLong } from '../fixtures/matrix.js'
import { adapterSets } from '../packed/adapterSets.js'
import { bundlers } from '../packed/bundlers.js'
import { connectAs } from '../packed/connectAs.js'
import { makeApp } from '../packed/makeApp.js'
import { expect, test } from '../packed/packedTest.js'
import { ownPeers } from '../packed/peerSets.js'
import { serveFolder } from '../packed/serveFolder.js'
import { succeed } from '../packed/succeed.js'

// the wagmi of RainbowKit and ConnectKit; matrix.spec.ts covers the repository's own, and both ends of both ranges
test('an app on wagmi 2 installs, type-checks, builds and connects @adopt', async ({
  page,
  workshop,
  chains: [chain],
}) => {
  test.setTimeout(180_000)
  const { vite } = bundlers
  const set = adapterSets.wagmi
  const peers = { ...ownPeers, wagmi: '2.19.5' }
  const app = await makeApp(workshop, { set, peers, chain, tools: vite.tools })
  const served = await serveFolder(await vite.bundle(app), [chain.rpcUrl])
  try {
    await connectAs(page, { url: served.url, chain, set })
  } finally {
    await served.stop()
  }
})

if (isLong) {
  for (const [kit, dependencies] of Object.entries({
    RainbowKit: { '@rainbow-me/rainbowkit': '2.2.11', wagmi: '2.19.5', react: '19.3.1', 'react-dom': '19.3.1' },
    ConnectKit: { connectkit: '1.9.2', wagmi: '2.19.5', react: '18.3.1', 'react-dom': '18.3.1' },
  }))
    test(`npm installs the adapter in an app that still has ${kit} @adopt`, async ({ workshop }) => {
      test.setTimeout(300_000)
      const folder = join(workshop.folder, kit)
      const tarballs = await Promise.all(adapterSets.wagmi.packages.map((name) => workshop.pack(name)))
      const ours = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]))
      mkdirSync(folder)
      const others = { '@tanstack/react-query': '5.108.2', viem: '2.57.20' }
      const manifest = { private: true, dependencies: { ...dependencies, ...others, ...ours } }
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
      // resolves every version, and fails with ERESOLVE if ranges conflict, but downloads no code
      await succeed('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
      const list = await succeed('npm', ['ls', 'wagmi', '--package-lock-only', '--json'], folder)
      expect(JSON.parse(list).dependencies.wagmi.version).toBe('2.19.5')
    })
}
