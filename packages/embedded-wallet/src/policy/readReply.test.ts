import { expect, test } from 'vitest'
import { readReply } from './readReply.js'

const hash = `0x${'a'.repeat(64)}`
const signature = `0x${'a'.repeat(130)}`

test.each([
  ['personal_sign', signature],
  // of a smart account that is no contract yet (ERC-6492)
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
  ['wallet_grantPermissions', { context: '0x12', expiry: 1 }],
  ['wallet_grantPermissions', { permissionsContext: '0x12' }],
  ['wallet_revokePermissions', {}],
  ['eth_call', '0x'],
])('%s is answered with %o', (method, reply) => {
  expect(readReply(method, reply)).toBe(reply)
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
  ['wallet_grantPermissions', {}],
  ['wallet_grantPermissions', { context: '' }],
])('error: INVALID_WALLET_REPLY for %s answered with %o', (method, reply) => {
  expect(() => readReply(method, reply)).toThrow(expect.objectContaining({ code: 'INVALID_WALLET_REPLY' }))
})

test('the id of a bundle comes in the form of the version that was asked in', () => {
  const [first, second] = [[{ version: '1.0' }], [{ version: '2.0.0' }]]
  for (const reply of ['0x12', { id: '0x12' }]) {
    expect(readReply('wallet_sendCalls', reply, first)).toBe('0x12')
    expect(readReply('wallet_sendCalls', reply, second)).toEqual({ id: '0x12' })
  }
  const more = { id: '0x12', capabilities: { paymasterService: { supported: true } } }
  expect(readReply('wallet_sendCalls', more, second)).toEqual(more)
})
