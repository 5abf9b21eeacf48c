import { describe, expect, test } from 'vitest'
import { findLicenceError, parseLicences } from './licences.mjs'

const error = (/** @type {string} */ licence) => findLicenceError({ name: 'a', version: '1.0.0', licence })

describe('licences', () => {
  test.each([
    'MIT',
    'ISC',
    'BSD-3-Clause',
    'LGPL-3.0-only',
    'LGPL-2.1+',
    'MIT OR Apache-2.0',
    '(MIT OR GPL-3.0-only)',
    '(BSD-2-Clause AND (ISC OR SSPL-1.0)) OR Elastic-2.0',
    'Apache-2.0 WITH LLVM-exception',
  ])('accepts %s', (licence) => {
    expect(error(licence)).toBeNull()
  })

  test.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'BUSL-1.1',
    'SSPL-1.0',
    'UNLICENSED',
    'Unknown',
    'SEE LICENSE IN LICENSE.md',
    'MIT AND GPL-3.0-only',
    '(MIT OR GPL-3.0-only) AND BUSL-1.1',
    '(MIT',
    'MIT)',
    'MIT OR',
    'MIT Commons Clause',
    '',
  ])('rejects "%s"', (licence) => {
    expect(error(licence)).toContain('not on the list')
  })

  test('an exception applies to one version, and only if the licence is unknown', () => {
    expect(findLicenceError({ name: 'eyes', version: '0.1.8', licence: 'Unknown' })).toBeNull()
    expect(findLicenceError({ name: 'eyes', version: '0.2.0', licence: 'Unknown' })).toContain('not on the list')
    expect(findLicenceError({ name: 'eyes', version: '0.1.8', licence: 'BUSL-1.1' })).toContain('not on the list')
  })

  test('an exception for a development dependency applies to one version and one licence', () => {
    const name = '@safe-global/safe-4337'
    expect(findLicenceError({ name, version: '0.3.0', licence: 'GPL-3.0' })).toBeNull()
    expect(findLicenceError({ name, version: '0.3.1', licence: 'GPL-3.0' })).toContain('not on the list')
    expect(findLicenceError({ name, version: '0.3.0', licence: 'BUSL-1.1' })).toContain('not on the list')
    expect(findLicenceError({ name: 'other', version: '0.3.0', licence: 'GPL-3.0' })).toContain('not on the list')
  })

  test('an exception for the contracts of the local market applies to one version and one licence', () => {
    const name = '@uniswap/v2-core'
    expect(findLicenceError({ name, version: '1.0.0', licence: 'GPL-3.0-or-later' })).toBeNull()
    expect(findLicenceError({ name, version: '1.0.2', licence: 'GPL-3.0-or-later' })).toContain('not on the list')
    expect(findLicenceError({ name: '@uniswap/v3-core', version: '1.0.0', licence: 'BUSL-1.1' })).toContain('not on')
  })
})

describe('packages that left open source', () => {
  test.each(['core', 'sign-client', 'universal-provider', 'types', 'utils'])(
    'allows only version 2.21.8 of @walletconnect/%s',
    (part) => {
      const name = `@walletconnect/${part}`
      expect(findLicenceError({ name, version: '2.21.8', licence: 'Apache-2.0' })).toBeNull()
      expect(findLicenceError({ name, version: '2.21.9', licence: 'Apache-2.0' })).toContain('2.21.8 only')
      expect(findLicenceError({ name, version: '2.21.5', licence: 'Apache-2.0' })).toContain('2.21.8 only')
    },
  )

  test('allows only version 1.2.10 of @reown/walletkit', () => {
    const name = '@reown/walletkit'
    expect(findLicenceError({ name, version: '1.2.10', licence: 'Apache-2.0' })).toBeNull()
    expect(findLicenceError({ name, version: '1.2.11', licence: 'Apache-2.0' })).toContain('1.2.10 only')
  })

  test.each(['@reown/appkit', '@reown/appkit-adapter-wagmi'])('forbids %s', (name) => {
    expect(findLicenceError({ name, version: '1.0.0', licence: 'Apache-2.0' })).toContain('it must not be used')
  })

  test('judges other packages of the same scopes by their licence', () => {
    expect(findLicenceError({ name: '@walletconnect/time', version: '1.0.2', licence: 'MIT' })).toBeNull()
  })
})

test('parses the licence list of pnpm', () => {
  expect(
    parseLicences({ MIT: [{ name: 'a', versions: ['1.0.0', '2.0.0'] }], ISC: [{ name: 'b', versions: ['3.0.0'] }] }),
  ).toEqual([
    { name: 'a', version: '1.0.0', licence: 'MIT' },
    { name: 'a', version: '2.0.0', licence: 'MIT' },
    { name: 'b', version: '3.0.0', licence: 'ISC' },
  ])
})
