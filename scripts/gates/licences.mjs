import { findLicenceError, parseLicences } from '../lib/licences.mjs'
import { run } from '../lib/run.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const licences = {
  name: 'licences',
  about: 'the whole dependency tree has only open-source licences',
  run: async () => {
    const { code, output } = await run('pnpm', ['licenses', 'list', '--json'], { capture: true })
    if (code !== 0) return { ok: false, report: `"pnpm licenses list" failed:\n${output}` }
    const dependencies = parseLicences(JSON.parse(output))
    const errors = dependencies.flatMap((dependency) => {
      const error = findLicenceError(dependency)
      return error === null ? [] : [`${dependency.name}@${dependency.version} ${error}.`]
    })
    return {
      ok: errors.length === 0 && dependencies.length > 0,
      report: errors.join('\n') || 'No dependency was listed.',
    }
  },
}
