import { expect, test } from 'vitest'
import { toManifest } from './toManifest.js'

test('installs our packages from their tarballs, also as dependencies of each other', () => {
  const tarballs = { '@x/core': '/somewhere/core.tgz', '@x/ui': '/somewhere/ui.tgz' }
  expect(toManifest({ tarballs, pins: { viem: '2.57.1' }, react: '19.3.1', others: { viem: '2.57.1' } })).toMatchObject(
    {
      private: true,
      dependencies: {
        '@x/core': 'file:/somewhere/core.tgz',
        '@x/ui': 'file:/somewhere/ui.tgz',
        viem: '2.57.1',
        react: '19.3.1',
        'react-dom': '19.3.1',
      },
      pnpm: {
        overrides: { viem: '2.57.1', '@x/core': 'file:/somewhere/core.tgz', '@x/ui': 'file:/somewhere/ui.tgz' },
      },
    },
  )
})
