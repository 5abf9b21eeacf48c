import { expect, test } from 'vitest'
import { isNodeMethod } from './isNodeMethod.js'

for (const method of ['eth_call', 'eth_getBalance', 'eth_sendRawTransaction', 'net_version', 'web3_clientVersion'])
  test(`${method} is for nodes`, () => {
    expect(isNodeMethod(method)).toBe(true)
  })

for (const method of [
  'eth_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_sendCalls',
  'ethfoo',
])
  test(`${method} is for the owner of a wallet`, () => {
    expect(isNodeMethod(method)).toBe(false)
  })
