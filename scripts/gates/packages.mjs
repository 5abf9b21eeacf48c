import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage } from '../lib/checkPackage.mjs'
import { listPackages } from '../lib/listPackages.mjs'
import { root } from '../lib/root.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const packages = {
  name: 'packages',
  about: 'contents, entry points and types of the packed packages (publint, Are The Types Wrong)',
  after: 'build',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-packages-'))
    try {
      const errors = []
      for (const path of listPackages(root)) errors.push(...(await checkPackage(join(root, path.folder), folder)))
      return { ok: errors.length === 0, report: errors.join('\n') }
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
