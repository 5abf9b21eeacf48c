import { formatTable } from './formatTable.mjs'
import { measureSize } from './measureSize.mjs'

/**
 * One line of bench/sizes.json. Budgets are in KiB, gzipped.
 *
 * @typedef {object} SizeEntry
 * @property {string} name
 * @property {Readonly<Record<string, '*' | readonly string[]>>} imports names by module, `*` for all
 * @property {readonly string[]} [external] left out in addition to the shared list
 * @property {number | null} budget for what loads immediately
 * @property {number} [lazyBudget] for each lazy chunk
 */

/**
 * @param {{ external: readonly string[], entries: readonly SizeEntry[] }} declaration
 * @param {string} folder from which the modules are resolved
 * @returns {Promise<{ table: string, errors: string[] }>}
 */
export async function checkSizes({ external, entries }, folder) {
  const rows = [['entry', 'KiB', 'budget', 'largest lazy chunk', 'budget']]
  /** @type {string[]} */
  const errors = []
  for (const { name, imports, external: more = [], budget, lazyBudget } of entries) {
    try {
      const { eager, lazy } = await measureSize(imports, [...external, ...more], folder)
      rows.push([name, eager.toFixed(2), show(budget), lazy.toFixed(2), show(lazyBudget)])
      if (budget === null) errors.push(`${name} has no budget in bench/sizes.json; it is ${eager.toFixed(2)} KiB.`)
      else if (eager > budget) errors.push(`${name} is ${eager.toFixed(2)} KiB; its budget is ${budget}. ${fix}`)
      if (lazyBudget !== undefined && lazy > lazyBudget) {
        errors.push(`A lazy chunk of ${name} is ${lazy.toFixed(2)} KiB; its budget is ${lazyBudget}. ${fix}`)
      }
    } catch (error) {
      errors.push(`${name} cannot be bundled: ${error instanceof Error ? error.message : error}`)
    }
  }
  return { table: formatTable(rows), errors }
}

const fix = 'Make it smaller, or load it lazily.'
const show = (/** @type {number | null | undefined} */ budget) => (budget == null ? '–' : String(budget))
