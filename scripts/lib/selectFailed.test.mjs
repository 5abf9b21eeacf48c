import { expect, test } from 'vitest'
import { selectFailed } from './selectFailed.mjs'

const failure = (/** @type {string | undefined} */ file) => ({
  test: `${file} > works`,
  reason: 'no',
  ...(file && { file }),
})

test('each file in which something failed, once', () => {
  expect(selectFailed([failure('a.test.ts'), failure('b.test.ts'), failure('a.test.ts')])).toEqual([
    'a.test.ts',
    'b.test.ts',
  ])
})

test('nothing, where nothing failed', () => {
  expect(selectFailed([])).toEqual([])
})

test('everything, where no file is to blame or nothing is known', () => {
  expect(selectFailed([failure('a.test.ts'), failure(undefined)])).toBeUndefined()
  expect(selectFailed(null)).toBeUndefined()
})
