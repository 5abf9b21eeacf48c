import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage } from '../lib/checkPackage.mjs'
import { listPackages } from '../lib/listPackages.mjs'
import { root } from '../lib/root.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const packages = {
  name: 'packages',
  about: 'the packed packages: contents, entry points and types (publint, Are The Types Wrong)',
  after: 'build',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-packages-'))
    try {
      const faults = []
      for (const path of listPackages(root)) faults.push(...(await checkPackage(join(root, path.folder), folder)))
      return { ok: faults.length === 0, report: faults.join('\n') }
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
