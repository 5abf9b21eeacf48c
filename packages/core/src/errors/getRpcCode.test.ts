import { anything, array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { getRpcCode } from './rpc.js'

const withCode = (message: string, code: unknown): Error => Object.assign(new Error(message), { code })

function cyclic(code?: number): unknown {
  const outer: { cause?: unknown; code?: number } = {}
  outer.cause = { cause: outer, ...(code !== undefined && { code }) }
  return outer
}

function deep(levels: number): unknown {
  return levels === 0 ? { code: 4001 } : { message: 'wrapped', cause: deep(levels - 1) }
}

test.each<[string, unknown, number | undefined]>([
  ['a plain EIP-1193 error', withCode('User rejected', 4001), 4001],
  ['a plain object', { code: 4001, message: 'User denied account access' }, 4001],
  ['no message at all', { code: 4902 }, 4902],
  ['the code as a text', { code: '4902', message: 'Unrecognized chain' }, 4902],
  ['a negative code as a text', { code: '-32002' }, -32002],
  ['the name that ethers gives', withCode('user rejected action', 'ACTION_REJECTED'), 4001],
  ['ethers 6, which keeps the wallet error in info', { code: 'UNKNOWN_ERROR', info: { error: { code: 4902 } } }, 4902],
  ['ethers 5, which keeps it in error', { code: 'UNPREDICTABLE_GAS_LIMIT', error: { code: -32003 } }, -32003],
  ['a mobile wallet that hides it in data', { code: -32603, data: { originalError: { code: 4902 } } }, 4902],
  ['data that is the error itself', { code: -32603, data: { code: 4902 } }, 4902],
  ['an error in an error', { code: -32000, error: { code: 4001 } }, 4001],
  ['a chain of causes', new Error('a', { cause: new Error('b', { cause: withCode('c', 4001) }) }), 4001],
  ['ten wrappers', deep(10), 4001],
  ['JSON as the message', new Error('{"code":4902,"message":"Unrecognized chain ID"}'), 4902],
  [
    'JSON after words',
    new Error('[ethjs-query] while formatting \'{"value":{"code":-32603,"data":{"code":4902}}}\''),
    4902,
  ],
  ['JSON as data', { code: -32603, data: '{"originalError":{"code":4902}}' }, 4902],
  ['JSON that was thrown as a text', '{"code":4001}', 4001],
  ['a rejection as a reason', { reason: { code: 4001 } }, 4001],
  ['a JSON-RPC envelope', { id: 1, jsonrpc: '2.0', error: { code: 4100, message: 'no' } }, 4100],
  ['an HTTP status around the real code', { code: 500, error: { code: 4001 } }, 4001],
  ['a code of zero around the real code', { code: 0, cause: { code: 4902 } }, 4902],
  ['a revert, which no wallet standard names', { code: 3, message: 'execution reverted' }, 3],
  ['an unnamed code before a vague one', { code: 3, error: { code: -32603 } }, 3],
  ['only a vague code', withCode('Internal JSON-RPC error.', -32603), -32603],
  ['two vague codes', { code: -32603, data: { code: -32000 } }, -32603],
  ['WalletConnect rejecting', { code: 5000, message: 'User rejected.' }, 5000],
  ['a cause that points back', cyclic(4001), 4001],
  ['a cause that points back and no code', cyclic(), undefined],
  ['a fraction', { code: 4001.5 }, undefined],
  ['not a number', { code: Number.NaN }, undefined],
  ['a code in hex', { code: '0xfa1' }, undefined],
  ['a code as an object', { code: { value: 4001 } }, undefined],
  ['words only', new Error('User rejected the request.'), undefined],
  ['a translated rejection', new Error('El usuario rechazó la solicitud'), undefined],
  ['a number in words', new Error('error 4001: user rejected'), undefined],
  ['braces that are no JSON', new Error('MetaMask {rejected} {4001}'), undefined],
  ['a text', 'User rejected', undefined],
  ['an empty text', '', undefined],
  ['null', null, undefined],
  ['undefined', undefined, undefined],
  ['a bare number', 4001, undefined],
  ['a list', [{ code: 4001 }], undefined],
  ['a browser event', new Event('error'), undefined],
  ['JSON without an end', new Error(`{"code":4001,"x":"${'y'.repeat(50)}`), undefined],
  ['a text too large to parse', new Error(`{"code":4001,"x":"${'y'.repeat(100_000)}"}`), undefined],
])('%s', (_, thrown, code) => {
  expect(getRpcCode(thrown)).toBe(code)
})

test('a getter that throws says nothing, and hides nothing beside it', () => {
  const hostile = {
    get code(): number {
      throw new Error('no')
    },
    get message(): string {
      throw new Error('no')
    },
    cause: { code: 4001 },
  }
  expect(getRpcCode(hostile)).toBe(4001)
})

test('a getter that makes a new error each time ends', () => {
  const endless = (): unknown => ({
    get cause(): unknown {
      return endless()
    },
  })
  expect(getRpcCode(endless())).toBeUndefined()
})

test('never throws and always ends, whatever was thrown', () => {
  assert(
    property(anything({ withNullPrototype: true, withBigInt: true, withMap: true, maxDepth: 4 }), (thrown) => {
      expect(['number', 'undefined']).toContain(typeof getRpcCode(thrown))
    }),
  )
})

test('finds a named code however it is wrapped', () => {
  const wrapper = constantFrom('error', 'data', 'originalError', 'cause', 'info', 'value', 'reason', 'message', 'json')
  assert(
    property(array(wrapper, { maxLength: 6 }), constantFrom(4001, 4902, 5700, -32002), (wrappers, code) => {
      const wrapped = wrappers.reduce<unknown>(
        (inner, by) =>
          by === 'json'
            ? { code: -32000, message: `failed: ${JSON.stringify(inner)}` }
            : { code: -32603, message: 'Internal error', [by]: inner },
        { code },
      )
      expect(getRpcCode(wrapped)).toBe(code)
    }),
  )
})
