import { build } from './build.mjs'
import { changesets } from './changesets.mjs'
import { conformance } from './conformance.mjs'
import { docs } from './docs.mjs'
import { imports } from './imports.mjs'
import { isolation } from './isolation.mjs'
import { licences } from './licences.mjs'
import { lint } from './lint.mjs'
import { packages } from './packages.mjs'
import { rules } from './rules.mjs'
import { sizes } from './sizes.mjs'
import { tree } from './tree.mjs'
import { types } from './types.mjs'
import { unused } from './unused.mjs'

// the long ones first, as two run at a time
const gates = [
  build,
  rules,
  types,
  packages,
  conformance,
  imports,
  docs,
  lint,
  unused,
  sizes,
  isolation,
  licences,
  changesets,
  tree,
]

/**
 * @param {readonly string[]} names none for all
 * @returns {import('../lib/runGates.mjs').Gate[]} the gates named, and those that they need
 */
export function selectGates(names) {
  const unknown = names.filter((name) => !gates.some((gate) => gate.name === name))
  if (unknown.length > 0) {
    throw new Error(
      `Unknown gate: ${unknown.join(', ')}. Available gates: ${gates.map(({ name }) => name).join(', ')}.`,
    )
  }
  if (names.length === 0) return gates
  const needed = gates.filter(({ name }) => names.includes(name)).map(({ after }) => after)
  return gates.filter(({ name }) => names.includes(name) || needed.includes(name))
}
