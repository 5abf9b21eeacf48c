import { expect, test } from 'vitest'
import type { BuiltFile } from '../prepare/buildPage.js'
import { findViews } from './findViews.js'

const toFile = (...modules: readonly string[]): BuiltFile => ({
  body: Buffer.of(),
  gzip: Buffer.of(),
  modules,
  imports: [],
})

test('names the views that have their own module in the files, and none that only lends a part', () => {
  const built = new Map([
    ['/a.js', toFile('/x/dist/views/wallet-send/WalletSendView.js', '/x/dist/views/wallet-send/AmountBox.js')],
    ['/b.js', toFile('/x/dist/views/account/NotConnected.js', '/x/dist/router/FailedView.js')],
    ['/c.js', toFile('/x/dist/views/pay/PayView.js')],
  ])
  expect(findViews(built, ['/a.js', '/b.js', '/missing.js'])).toEqual(['WalletSend'])
})
