import { expect, test } from 'vitest'
import type { BuiltFile } from '../prepare/buildPage.js'
import { findFeatures } from './findFeatures.js'

const toFile = (...modules: readonly string[]): BuiltFile => ({
  body: Buffer.of(),
  gzip: Buffer.of(),
  modules,
  imports: [],
})

test('lists each feature with a view in the files once, and none that has only other modules there', () => {
  const built = new Map([
    ['/a.js', toFile('/x/dist/features/send/WalletSendView.js', '/x/dist/features/send/WalletSendPreviewView.js')],
    ['/b.js', toFile('/x/dist/features/account/WalletEntry.js', '/x/dist/router/FailedView.js')],
    ['/c.js', toFile('/x/dist/features/sign-in/SIWXSignMessageView.js')],
    ['/d.js', toFile('/x/dist/features/pay/PayView.js')],
  ])
  expect(findFeatures(built, ['/a.js', '/b.js', '/c.js', '/missing.js'])).toEqual(['send', 'sign-in'])
})
