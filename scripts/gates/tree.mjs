import { findLayoutErrors, formatLayout, measureLayout } from '../lib/measureLayout.mjs'
import { readTextFiles } from '../lib/readTextFiles.mjs'
import { findViolations } from '../lib/treeRules.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const tree = {
  name: 'tree',
  about: 'no machine path, registry host, skipped or retried test, to-do note, folder cycle or bundler-only file',
  run: async () => {
    const files = readTextFiles()
    const layout = measureLayout(files)
    const problems = [...files.flatMap(({ path, text }) => findViolations(path, text)), ...findLayoutErrors(layout)]
    return { ok: problems.length === 0, report: problems.join('\n'), notes: formatLayout(layout) }
  },
}
