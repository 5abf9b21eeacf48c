import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLong } from '../fixtures/matrix.js'
import { installFolder } from './installFolder.js'
import { nodePrograms } from './nodePrograms.js'
import { expect, test } from './packedTest.js'
import { succeed } from './succeed.js'

// the short run is the smallest install
for (const { name, packages, source, prints } of isLong ? nodePrograms : nodePrograms.slice(0, 1)) {
  test(`${name} runs in Node from tarballs @reach`, async ({ workshop, chains: [chain] }) => {
    test.setTimeout(isLong ? 600_000 : 120_000)
    const folder = join(workshop.folder, name.replaceAll(/\W+/g, '-'))
    const tarballs = await Promise.all(packages.map((item) => workshop.pack(item)))
    await installFolder({ folder, installer: 'pnpm', tarballs })
    writeFileSync(join(folder, 'main.mjs'), source)
    const printed = await succeed(process.execPath, ['main.mjs', String(chain.id), chain.rpcUrl], folder)
    expect(JSON.parse(printed)).toEqual(prints)
  })
}
