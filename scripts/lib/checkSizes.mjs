import { formatTable } from './formatTable.mjs'
import { measureSize } from './measureSize.mjs'

/**
 * One line of bench/sizes.json. Budgets are in KiB, gzipped.
 *
 * @typedef {object} SizeEntry
 * @property {string} name
 * @property {Readonly<Record<string, '*' | readonly string[]>>} imports names by module, `*` for all
 * @property {readonly string[]} [external] left out beside what all leave out
 * @property {number | null} budget for what loads at once
 * @property {number} [lazyBudget] for each part that loads later
 */

/**
 * @param {{ external: readonly string[], entries: readonly SizeEntry[] }} declaration
 * @param {string} folder from which the modules are resolved
 * @returns {Promise<{ table: string, faults: string[] }>}
 */
export async function checkSizes({ external, entries }, folder) {
  const rows = [['entry', 'KiB', 'budget', 'largest later part', 'budget']]
  /** @type {string[]} */
  const faults = []
  for (const { name, imports, external: more = [], budget, lazyBudget } of entries) {
    try {
      const { eager, lazy } = await measureSize(imports, [...external, ...more], folder)
      rows.push([name, eager.toFixed(2), show(budget), lazy.toFixed(2), show(lazyBudget)])
      if (budget === null) faults.push(`${name} has no budget in bench/sizes.json; it weighs ${eager.toFixed(2)} KiB.`)
      else if (eager > budget) faults.push(`${name} weighs ${eager.toFixed(2)} KiB; its budget is ${budget}. ${cure}`)
      if (lazyBudget !== undefined && lazy > lazyBudget) {
        faults.push(`A later part of ${name} weighs ${lazy.toFixed(2)} KiB; its budget is ${lazyBudget}. ${cure}`)
      }
    } catch (error) {
      faults.push(`${name} cannot be bundled: ${error instanceof Error ? error.message : error}`)
    }
  }
  return { table: formatTable(rows), faults }
}

const cure = 'Make it lighter, or load it later.'
const show = (/** @type {number | null | undefined} */ budget) => (budget == null ? '–' : String(budget))
