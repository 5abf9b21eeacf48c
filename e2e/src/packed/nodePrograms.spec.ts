import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLong } from '../fixtures/matrix.js'
import { installFolder } from './installFolder.js'
import { nodePrograms } from './nodePrograms.js'
import { expect, test, type Workshop } from './packedTest.js'
import { succeed } from './succeed.js'

/** The oldest supported version of Node, and the newest of the later lines of long-term support. */
const nodeVersions = ['20.19.0', '22.23.3', '24.21.0']

// the short run is the smallest install, on the Node that runs the tests
for (const { name, packages, source, prints } of isLong ? nodePrograms : nodePrograms.slice(0, 1)) {
  test(`${name} runs in Node from tarballs @reach @adopt`, async ({ workshop, chains: [chain] }) => {
    test.setTimeout(isLong ? 600_000 : 120_000)
    const folder = join(workshop.folder, name.replaceAll(/\W+/g, '-'))
    const tarballs = await Promise.all(packages.map((item) => workshop.pack(item)))
    await installFolder({ folder, installer: 'pnpm', tarballs })
    writeFileSync(join(folder, 'main.mjs'), source)
    for (const node of isLong ? await installNodes(workshop) : [process.execPath]) {
      const printed = await succeed(node, ['main.mjs', String(chain.id), chain.rpcUrl], folder)
      expect(JSON.parse(printed), node).toEqual(prints)
    }
  })
}

/** Installs each version of Node from the registry, which has its programs as packages. Returns their paths. */
async function installNodes({ folder }: Workshop): Promise<readonly string[]> {
  const program = `node-${process.platform}-${process.arch}`
  const names = nodeVersions.map((version) => `node-${version}`)
  const dependencies = Object.fromEntries(
    nodeVersions.map((version) => [`node-${version}`, `npm:${program}@${version}`]),
  )
  const tools = join(folder, 'nodes')
  await installFolder({ folder: tools, installer: 'pnpm', tarballs: [], dependencies })
  return names.map((name) => join(tools, 'node_modules', name, 'bin/node'))
}
