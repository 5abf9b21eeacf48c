import { expect, test } from 'vitest'
import { parseReply, toReplyKind } from './parseReply.js'

const hash = `0x${'a'.repeat(64)}`

const signature = `0x${'a'.repeat(130)}`

test.each([
  ['personal_sign', signature],
  // of an undeployed smart account (ERC-6492)
  ['personal_sign', `0x${'a'.repeat(2_000)}`],
  ['eth_sendTransaction', hash],
  ['eth_sendUserOperation', hash],
  ['eth_getUserOperationReceipt', null],
  ['eth_getUserOperationReceipt', { success: true }],
  ['wallet_getCallsStatus', { status: 100 }],
  ['wallet_getCallsStatus', { status: 'CONFIRMED', receipts: [] }],
  ['wallet_getCapabilities', {}],
  ['wallet_getCapabilities', { '0x1': { atomic: { status: 'supported' } } }],
  ['wallet_getAssets', { '0x1': [] }],
  ['wallet_requestExecutionPermissions', [{ context: '0x12' }]],
  ['wallet_getGrantedExecutionPermissions', []],
  ['wallet_grantPermissions', { context: '0x12', expiry: 1 }],
  ['wallet_grantPermissions', { permissionsContext: '0x12' }],
  ['wallet_revokePermissions', {}],
  ['eth_call', '0x'],
])('%s accepts the reply %o', (method, reply) => {
  expect(parseReply(method, reply)).toBe(reply)
})

test.each([
  ['eth_sendUserOperation', '0x12'],
  ['eth_sendUserOperation', signature],
  ['eth_getUserOperationReceipt', 'x'],
  ['eth_getUserOperationByHash', [null]],
  ['wallet_sendCalls', null],
  ['wallet_sendCalls', ''],
  ['wallet_sendCalls', { id: 7 }],
  ['wallet_sendCalls', ['a']],
  ['wallet_getCallsStatus', 'PENDING'],
  ['wallet_getCallsStatus', { status: 99 }],
  ['wallet_getCallsStatus', { status: 700 }],
  ['wallet_getCallsStatus', { status: 'DONE' }],
  ['wallet_getCapabilities', []],
  ['wallet_getCapabilities', { '0x1': true }],
  ['wallet_getAssets', { '0x1': {} }],
  ['wallet_requestExecutionPermissions', [{}]],
  ['wallet_getGrantedExecutionPermissions', [{ context: '' }]],
  ['wallet_getSupportedExecutionPermissions', []],
  ['wallet_grantPermissions', {}],
  ['wallet_grantPermissions', { context: '' }],
])('error: throws INVALID_WALLET_REPLY if the reply to %s is %o', (method, reply) => {
  expect(() => parseReply(method, reply)).toThrow(expect.objectContaining({ code: 'INVALID_WALLET_REPLY' }))
})

test('returns the ID of a bundle in the format of the requested version', () => {
  const [first, second] = [[{ version: '1.0' }], [{ version: '2.0.0' }]]
  for (const reply of ['0x12', { id: '0x12' }]) {
    expect(parseReply('wallet_sendCalls', reply, first)).toBe('0x12')
    expect(parseReply('wallet_sendCalls', reply, second)).toEqual({ id: '0x12' })
  }
  const more = { id: '0x12', capabilities: { paymasterService: { supported: true } } }
  expect(parseReply('wallet_sendCalls', more, second)).toEqual(more)
})

test.each([
  [`0x${'a'.repeat(64)}`, 'hash'],
  [`0x${'A'.repeat(64)}`, 'hash'],
  [`0x${'a'.repeat(62)}`, 'signed'],
  [`0x${'a'.repeat(130)}`, 'signed'],
  [`0x${'a'.repeat(61)}`, 'object'],
  [`${'a'.repeat(64)}`, 'object'],
  [`0x${'g'.repeat(64)}`, 'object'],
  [`0x${'a'.repeat(64)}\n`, 'object'],
  [{ hash: `0x${'a'.repeat(64)}` }, 'object'],
  [null, 'object'],
  [undefined, 'object'],
])('[S5.9] classifies %o as %s', (reply, kind) => {
  expect(toReplyKind(reply)).toBe(kind)
})

test('throws INVALID_WALLET_REPLY for a reply that does not match the method', () => {
  const [hash, signature] = [`0x${'a'.repeat(64)}`, `0x${'a'.repeat(130)}`]
  expect(() => parseReply('eth_sendTransaction', hash)).not.toThrow()
  expect(() => parseReply('personal_sign', signature)).not.toThrow()
  expect(() => parseReply('eth_getBalance', null)).not.toThrow()
  expect(() => parseReply('toString', 'x')).not.toThrow()
  for (const [method, reply] of [
    ['eth_sendTransaction', signature],
    ['eth_sendTransaction', null],
    ['eth_sendRawTransaction', {}],
    ['personal_sign', ''],
    ['eth_signTypedData_v4', '0x'],
  ] as const)
    expect(() => parseReply(method, reply)).toThrow(expect.objectContaining({ code: 'INVALID_WALLET_REPLY' }))
})
