import { expect, test } from 'vitest'
import { formatMarkdownTable } from './formatMarkdownTable.mjs'

test('aligns the columns, and the given ones to the right', () => {
  const rows = [
    ['What', 'KiB', 'n'],
    ['all of it', '1030.6', '7'],
    ['less', '9.5', '12'],
  ]
  expect(formatMarkdownTable(rows, [1, 2]).split('\n')).toEqual([
    '| What      |    KiB |   n |',
    '| --------- | -----: | --: |',
    '| all of it | 1030.6 |   7 |',
    '| less      |    9.5 |  12 |',
  ])
})
