import { findLicenceFault, parseLicences } from '../lib/licences.mjs'
import { run } from '../lib/run.mjs'

/** @type {import('../lib/runGates.mjs').Gate} */
export const licences = {
  name: 'licences',
  about: 'open-source licences only, in the whole tree of dependencies',
  run: async () => {
    const { code, output } = await run('pnpm', ['licenses', 'list', '--json'], { capture: true })
    if (code !== 0) return { ok: false, report: `"pnpm licenses list" failed:\n${output}` }
    const dependencies = parseLicences(JSON.parse(output))
    const faults = dependencies.flatMap((dependency) => {
      const fault = findLicenceFault(dependency)
      return fault === null ? [] : [`${dependency.name}@${dependency.version} ${fault}.`]
    })
    return {
      ok: faults.length === 0 && dependencies.length > 0,
      report: faults.join('\n') || 'No dependency was listed.',
    }
  },
}
