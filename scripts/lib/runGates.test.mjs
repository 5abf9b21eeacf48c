import { expect, test } from 'vitest'
import { selectGates } from '../gates/selectGates.mjs'
import { runGates } from './runGates.mjs'

const ok = { ok: true, report: '' }
const bad = { ok: false, report: 'the reason' }

/** @type {(name: string, run: () => Promise<import('./runGates.mjs').Verdict>, after?: string) => import('./runGates.mjs').Gate} */
const gate = (name, run, after) => ({ name, about: `about ${name}`, run, ...(after === undefined ? {} : { after }) })

test('runs all gates even after a failure, except those that need the failed one, and reports in order', async () => {
  let printed = ''
  const gates = [
    gate('a', async () => bad),
    gate('b', async () => Promise.reject(new Error('broken'))),
    gate('c', async () => ok),
    gate('d', async () => ok, 'a'),
    gate('e', async () => ok, 'c'),
  ]
  const results = await runGates(gates, 2, (text) => {
    printed += text
  })
  expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    'a FAILED',
    'b FAILED',
    'c ok',
    'd not run',
    'e ok',
  ])
  expect(printed).toContain('✗ a: about a\nthe reason')
  expect(printed).toContain('Error: broken')
  expect(printed).toContain('d: not run, since a failed')
})

test('prints the notes of a gate whether it succeeded or not', async () => {
  let printed = ''
  const gates = [
    gate('a', async () => ({ ...ok, notes: 'a table' })),
    gate('b', async () => ({ ...bad, notes: 'a warning' })),
  ]
  await runGates(gates, 1, (text) => {
    printed += text
  })
  expect(printed).toMatch(/✓ a \(.*\)\na table\n/)
  expect(printed).toContain('✗ b: about b\nthe reason\n\na warning\n')
})

test('runs no more than the given number at once, and a gate only after the one it needs', async () => {
  let running = 0
  let most = 0
  /** @type {string[]} */
  const ended = []
  const work = (/** @type {string} */ name) => async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setTimeout(done, 5))
    running -= 1
    ended.push(name)
    return ok
  }
  const gates = [gate('late', work('late'), 'first'), ...['x', 'first', 'y', 'z'].map((name) => gate(name, work(name)))]
  await runGates(gates, 2, () => {})
  expect(most).toBe(2)
  expect(ended.indexOf('late')).toBeGreaterThan(ended.indexOf('first'))
})

test('selectGates adds the gates that the selected ones need, and throws for an unknown name', () => {
  expect(selectGates(['lint', 'types']).map(({ name }) => name)).toEqual(['build', 'types', 'lint'])
  expect(selectGates([]).length).toBeGreaterThan(9)
  expect(() => selectGates(['lnit'])).toThrow('Unknown gate: lnit. Available gates: build, ')
})
