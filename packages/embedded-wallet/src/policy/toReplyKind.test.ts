import { expect, test } from 'vitest'
import { readReply } from './readReply.js'
import { toReplyKind } from './toReplyKind.js'

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
])('[S5.9] %o is a %s', (reply, kind) => {
  expect(toReplyKind(reply)).toBe(kind)
})

test('an answer that is none to the method is not passed on', () => {
  const [hash, signature] = [`0x${'a'.repeat(64)}`, `0x${'a'.repeat(130)}`]
  expect(() => readReply('eth_sendTransaction', hash)).not.toThrow()
  expect(() => readReply('personal_sign', signature)).not.toThrow()
  expect(() => readReply('eth_getBalance', null)).not.toThrow()
  expect(() => readReply('toString', 'x')).not.toThrow()
  for (const [method, reply] of [
    ['eth_sendTransaction', signature],
    ['eth_sendTransaction', null],
    ['eth_sendRawTransaction', {}],
    ['personal_sign', ''],
    ['eth_signTypedData_v4', '0x'],
  ] as const)
    expect(() => readReply(method, reply)).toThrow(expect.objectContaining({ code: 'INVALID_WALLET_REPLY' }))
})
