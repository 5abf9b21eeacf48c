import { expect, test } from 'vitest'
import { approvalMethods, safeMethods } from '../protocol/names.js'
import { localMethods, toPolicy } from './toPolicy.js'

test.each(['eth_call', 'eth_getBalance', 'eth_sendRawTransaction', 'wallet_getCapabilities', 'wallet_getAssets'])(
  '[S6.5] %s is safe',
  (method) => {
    expect(toPolicy('eip155', method)).toBe('safe')
  },
)

test.each([
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'wallet_sendCalls',
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
])('[S6.6] %s needs approval', (method) => {
  expect(toPolicy('eip155', method)).toBe('approval')
})

test.each([
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
])('[S6.6] %s needs approval on Solana, and is refused on EVM', (method) => {
  expect(toPolicy('solana', method)).toBe('approval')
  expect(toPolicy('eip155', method)).toBe('refused')
})

test.each([
  'eth_sign',
  'ETH_SIGN',
  'Personal_Sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_subscribe',
  'wallet_watchAsset',
  'toString',
  '__proto__',
  'constructor',
  '',
  ' personal_sign',
  undefined,
  null,
  ['personal_sign'],
])('[S6.7] %o is refused', (method) => {
  expect(toPolicy('eip155', method)).toBe('refused')
  expect(toPolicy('solana', method)).toBe('refused')
})

test('[S6.4] no method is both safe and subject to approval', () => {
  const all = [...safeMethods, ...approvalMethods]
  expect(new Set(all).size).toBe(all.length)
  // answered locally, although frames could answer them too
  expect(localMethods.filter((method) => all.includes(method))).toEqual(['eth_accounts', 'eth_chainId'])
})
