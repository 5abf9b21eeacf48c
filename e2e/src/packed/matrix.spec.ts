import { isLong } from '../fixtures/matrix.js'
import { adapterSets } from './adapterSets.js'
import { bundlers } from './bundlers.js'
import { connectAs } from './connectAs.js'
import { findUninvited, hasInvited } from './findUninvited.js'
import { listInstalled } from './listInstalled.js'
import { makeApp } from './makeApp.js'
import { forgetRows, keepRows, type PackedRow, writePacked } from './packedRows.js'
import { expect, test } from './packedTest.js'
import { ownPeers, type PeerSet, peerSets } from './peerSets.js'
import { isScript, serveFolder } from './serveFolder.js'

// Tests what users get: tarballs installed in a separate folder. The short run is one app with two bundlers, from packages
// that the repository has installed anyway; the long run is every set of adapters at both ends of every range, with four bundlers.

const { vite, esbuild } = bundlers
const chosen = isLong ? bundlers : { vite, esbuild }
const sets = isLong ? Object.values(adapterSets) : [adapterSets.evm]
const combinations = sets.flatMap((set) => (isLong ? peerSets : [ownPeers]).map((peers) => ({ set, peers })))

/** Development dependencies of any TypeScript app. */
const isTypes = (name: string): boolean => name.startsWith('@types/') || name === 'csstype'
const toTitle = (peers: PeerSet): string => `React ${peers.react}, ${peers.installer}, TypeScript ${peers.typescript}`

// serial: each case fully loads a machine with two cores
test.describe.configure({ mode: 'default' })

for (const { set, peers } of combinations) {
  test(`an app with ${set.name} (${toTitle(peers)}) installs, builds and connects @reach`, async ({
    browser,
    workshop,
    chains: [chain],
  }) => {
    test.setTimeout(isLong ? 1_200_000 : 300_000)
    const name = `${set.name} ${peers.react}`
    if (isLong) forgetRows(name)
    const tools = Object.assign({}, ...Object.values(chosen).map((bundler) => bundler.tools))
    const app = await makeApp(workshop, { set, peers, chain, tools })
    const installed = listInstalled(app.folder).filter((item) => !isTypes(item.name))
    const rows: PackedRow[] = []
    for (const [bundler, { bundle }] of Object.entries(chosen)) {
      await test.step(bundler, async () => {
        const served = await serveFolder(await bundle(app), [chain.rpcUrl])
        const page = await browser.newPage()
        try {
          expect(findUninvited(set, { installed, scripts: served.scripts })).toEqual([])
          expect(hasInvited(set, served.scripts)).toBe(true)
          const { before, all } = await connectAs(page, { url: served.url, chain, set })
          const weigh = (paths: Iterable<string>): number =>
            [...new Set(paths)].reduce((sum, path) => sum + toKib(path, served.weights.get(path)), 0)
          rows.push({
            adapters: set.name,
            react: peers.react,
            installer: peers.installer,
            typescript: peers.typescript,
            bundler,
            packages: installed.length,
            megabytes: installed.reduce((sum, { size }) => sum + size, 0) / 1e6,
            first: weigh(before),
            connected: weigh(all),
            built: weigh(served.weights.keys()),
          })
        } finally {
          await page.close()
          await served.stop()
        }
      })
    }
    expect(rows).toHaveLength(Object.keys(chosen).length)
    if (!isLong) return
    keepRows(name, rows)
    writePacked(combinations.length)
  })
}

/** Scripts only. */
const toKib = (path: string, bytes = 0): number => (isScript(path) ? bytes / 1024 : 0)
