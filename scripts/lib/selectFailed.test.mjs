import { expect, test } from 'vitest'
import { selectFailed } from './selectFailed.mjs'

const failure = (/** @type {string | undefined} */ file) => ({
  test: `${file} > works`,
  reason: 'no',
  ...(file && { file }),
})

test('returns each file with a failure once', () => {
  expect(selectFailed([failure('a.test.ts'), failure('b.test.ts'), failure('a.test.ts')])).toEqual([
    'a.test.ts',
    'b.test.ts',
  ])
})

test('returns no files if nothing failed', () => {
  expect(selectFailed([])).toEqual([])
})

test('returns undefined if a failure has no file or nothing is known', () => {
  expect(selectFailed([failure('a.test.ts'), failure(undefined)])).toBeUndefined()
  expect(selectFailed(null)).toBeUndefined()
})
