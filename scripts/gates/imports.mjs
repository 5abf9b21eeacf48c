import { allExtensions } from 'dependency-cruiser'
import { listFiles } from '../lib/listFiles.mjs'
import { runTool } from '../lib/runTool.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const imports = {
  name: 'imports',
  after: 'build',
  about: 'who may import whom, cycles, orphans (dependency-cruiser)',
  run: async () => {
    // it skips files that it can't parse, and then reports no error
    if (!allExtensions.some(({ extension, available }) => extension === '.tsx' && available)) {
      return {
        ok: false,
        report: 'dependency-cruiser does not support this version of TypeScript: install a newer one.',
      }
    }
    const sources = listFiles().filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.includes('/generated/'))
    return runTool('depcruise', ['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long', ...sources])
  },
}
