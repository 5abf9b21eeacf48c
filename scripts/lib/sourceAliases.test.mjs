import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.mjs'
import { sourceAliases } from './sourceAliases.mjs'

/** @param {string} specifier */
const resolve = (specifier) =>
  sourceAliases()
    .filter(({ find }) => find.test(specifier))
    .map(({ replacement }) => replacement)

test.each([
  ['@latchkey/core', 'packages/core/src/exports/index.ts'],
  ['@latchkey/core/controllers', 'packages/core/src/exports/controllers.ts'],
  ['@latchkey/core/controllers/send', 'packages/core/src/exports/controllers/send.ts'],
  ['@latchkey/ui-react/standalone', 'packages/ui-react/src/exports/standalone.ts'],
  ['@latchkey/walletconnect', 'packages/walletconnect/src/exports/index.ts'],
  ['@latchkey/devnet/chromium', 'apps/devnet/src/exports/chromium.ts'],
])('%s resolves to its source', (specifier, path) => {
  expect(resolve(specifier)).toEqual([join(root, path)])
})

test('aliases only entry points, and only to existing files', () => {
  expect(sourceAliases().filter(({ replacement }) => !existsSync(replacement))).toEqual([])
  expect(resolve('@latchkey/core/controllers/none')).toEqual([])
  expect(resolve('@latchkey/ui-react/styles.css')).toEqual([])
  expect(resolve('@other/core')).toEqual([])
})
