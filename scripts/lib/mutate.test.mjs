import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyMutation, formatMutations, listUnitTests } from './mutate.mjs'
import { root } from './root.mjs'

test('replaces a text that occurs exactly once, and throws otherwise', () => {
  const mutation = { id: 'S1.1', find: 'a < b', replace: 'a > b' }
  expect(applyMutation('if (a < b) c()', mutation)).toBe('if (a > b) c()')
  expect(() => applyMutation('if (b > a) c()', mutation)).toThrow(
    'docs/mutations.json, S1.1: the text is there 0 times.',
  )
  expect(() => applyMutation('a < b || a < b', mutation)).toThrow('S1.1: the text is there 2 times.')
})

test('lists the unit test files with the tag of an item, each once', () => {
  const tests = [
    'a.test.ts > one [S1.1]',
    'a.test.ts > two [S1.1]',
    'e2e/src/b.spec.ts > three [S1.1]',
    'c.test-d.ts > four [S1.1]',
  ]
  expect(listUnitTests([{ id: 'S1.1', status: 'proven', tests }])).toEqual(new Map([['S1.1', ['a.test.ts']]]))
})

test('lists mutations that no test noticed', () => {
  const text = formatMutations(
    [
      { id: 'S1.1', file: 'a.ts', outcome: 'noticed' },
      { id: 'S1.1', file: 'b.ts', outcome: 'unnoticed' },
    ],
    234,
  )
  expect(text).toContain('1 of 234 items have been broken in 2 ways: 1 noticed, 1 unnoticed, 0 without')
  expect(text).toContain('## Unnoticed\n\n- S1.1: `b.ts`\n')
})

test('every mutation refers to a spec item and to a text that occurs exactly once in its file', () => {
  /** @type {import('./mutate.mjs').Mutation[]} */
  const mutations = JSON.parse(readFileSync(join(root, 'docs/mutations.json'), 'utf8'))
  const ids = JSON.parse(readFileSync(join(root, 'docs/spec-items.json'), 'utf8')).map(
    (/** @type {{ id: string }} */ { id }) => id,
  )
  for (const mutation of mutations) {
    expect(ids).toContain(mutation.id)
    expect(() => applyMutation(readFileSync(join(root, mutation.file), 'utf8'), mutation)).not.toThrow()
  }
})
