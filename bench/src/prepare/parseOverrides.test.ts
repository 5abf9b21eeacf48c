import { expect, test } from 'vitest'
import { parseOverrides } from './parseOverrides.js'

test('reads the overrides block and nothing after it', () => {
  const text = `packages:
  - packages/*

# why
overrides:
  viem: 2.57.1
  # a word on the next
  "@scope/a": 2.21.8
  '@scope/b': ^1.0.0

autoInstallPeers: false
onlyBuiltDependencies: []
`
  expect(parseOverrides(text)).toEqual({ viem: '2.57.1', '@scope/a': '2.21.8', '@scope/b': '^1.0.0' })
})

test('returns no overrides if the file has none', () => {
  expect(parseOverrides('packages:\n  - bench\n')).toEqual({})
})
