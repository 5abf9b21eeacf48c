import { expect, test } from 'vitest'
import { setUpWallet, shapes } from '../../test/setUpWallet.js'

const pairs = shapes.filter((shape) => !['okx', 'unisat'].includes(shape))

test.each(pairs)('[S3.3] of %s the account of index 0 is for payments, that of index 1 for ordinals', async (shape) => {
  const { wallet, connect, destroy } = setUpWallet({ shape, script: { swapAddresses: true } })
  const { accounts } = await connect()
  const keys = new Map(wallet.addresses.map(({ address, publicKey }) => [address, publicKey]))
  expect(accounts.map(({ address, type, publicKey }) => [type, publicKey === keys.get(address)])).toEqual([
    ['payment', true],
    ['ordinal', true],
  ])
  destroy()
})

test('[S3.3] an account of Bitcoin has the path that its wallet tells', async () => {
  const { connect, destroy } = setUpWallet({ shape: 'leather' })
  const { accounts } = await connect()
  expect(accounts.map(({ type, path }) => [type, path])).toEqual([
    ['payment', expect.stringMatching(/^m\/84'/)],
    ['ordinal', expect.stringMatching(/^m\/86'/)],
  ])
  destroy()
})
