import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { run } from './run.mjs'

/**
 * A change that breaks the behavior of an item of the specification.
 *
 * @typedef {object} Mutation
 * @property {string} id of the item
 * @property {string} file
 * @property {string} find a text that is in the file once
 * @property {string} replace
 */
/**
 * `noticed`: a tagged test failed. `unnoticed`: all passed, so they don't prove the item. `untested`: no unit test has the tag.
 *
 * @typedef {{ id: string, file: string, outcome: 'noticed' | 'unnoticed' | 'untested' }} MutationResult
 */

/**
 * Breaks the code of an item, runs the unit tests with its tag, and puts the code back, also when it is interrupted.
 *
 * @param {Mutation} mutation
 * @param {readonly string[]} tests files of the unit tests with its tag
 * @returns {Promise<MutationResult>}
 * @throws if the text is not in the file once
 */
export async function mutate({ id, file, find, replace }, tests) {
  if (tests.length === 0) return { id, file, outcome: 'untested' }
  const path = join(root, file)
  const source = readFileSync(path, 'utf8')
  const mutated = applyMutation(source, { id, find, replace })
  const restore = () => writeFileSync(path, source)
  process.once('exit', restore)
  try {
    writeFileSync(path, mutated)
    const args = ['run', ...tests, '--testNamePattern', `\\[${id.replace('.', '\\.')}\\]`, '--typecheck.enabled=false']
    const env = { UNIT_REPORT: join(root, '.reports/mutation.json') }
    const { code } = await run('vitest', args, { capture: true, env })
    return { id, file, outcome: code === 0 ? 'unnoticed' : 'noticed' }
  } finally {
    restore()
    process.off('exit', restore)
  }
}

/**
 * @param {string} source
 * @param {Pick<Mutation, 'id' | 'find' | 'replace'>} mutation
 */
export function applyMutation(source, { id, find, replace }) {
  const [before = '', after, ...more] = source.split(find)
  if (after === undefined || more.length > 0)
    throw new Error(
      `docs/mutations.json, ${id}: the text is there ${more.length + (after === undefined ? 0 : 1)} times.`,
    )
  return before + replace + after
}

/**
 * Files of the unit tests that have the tag of each item.
 *
 * @param {import('./joinConformance.mjs').Conformance['items']} items
 * @returns {ReadonlyMap<string, readonly string[]>}
 */
export function listUnitTests(items) {
  const toFile = (/** @type {string} */ test) => test.split(' > ', 1)[0] ?? ''
  return new Map(
    items.map(({ id, tests }) => [
      id,
      [...new Set(tests.map(toFile))].filter((file) => !file.startsWith('e2e/') && !file.endsWith('.test-d.ts')),
    ]),
  )
}

/**
 * @param {readonly MutationResult[]} results
 * @param {number} total items of the specification
 */
export function formatMutations(results, total) {
  const of = (/** @type {MutationResult['outcome']} */ outcome) =>
    results.filter((result) => result.outcome === outcome)
  const ids = new Set(results.map(({ id }) => id))
  const toList = (/** @type {readonly MutationResult[]} */ list) =>
    list.map(({ id, file }) => `- ${id}: \`${file}\``).join('\n') || 'None.'
  return `# Broken on purpose

\`npm run conformance -- --mutate\` breaks the code that an item of the specification is about, and runs the unit tests that
have its tag. If they pass all the same, they don't prove the item. [mutations.json](../docs/mutations.json) has the list.

${ids.size} of ${total} items have been broken in ${results.length} ways: ${of('noticed').length} noticed, ${of('unnoticed').length} unnoticed, ${of('untested').length} without a
unit test.

## Unnoticed

${toList(of('unnoticed'))}

## Without a unit test

${toList(of('untested'))}
`
}
