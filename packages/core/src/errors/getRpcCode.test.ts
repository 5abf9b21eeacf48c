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
  ['an object without a message', { code: 4902 }, 4902],
  ['a code as a string', { code: '4902', message: 'Unrecognized chain' }, 4902],
  ['a negative code as a string', { code: '-32002' }, -32002],
  ['an error name of ethers', withCode('user rejected action', 'ACTION_REJECTED'), 4001],
  [
    'an ethers 6 error, with the wallet error in info',
    { code: 'UNKNOWN_ERROR', info: { error: { code: 4902 } } },
    4902,
  ],
  [
    'an ethers 5 error, with the wallet error in error',
    { code: 'UNPREDICTABLE_GAS_LIMIT', error: { code: -32003 } },
    -32003,
  ],
  [
    'an error of a mobile wallet, with the code in data',
    { code: -32603, data: { originalError: { code: 4902 } } },
    4902,
  ],
  ['data that is the error itself', { code: -32603, data: { code: 4902 } }, 4902],
  ['a nested error', { code: -32000, error: { code: 4001 } }, 4001],
  ['a chain of causes', new Error('a', { cause: new Error('b', { cause: withCode('c', 4001) }) }), 4001],
  ['ten wrappers', deep(10), 4001],
  ['JSON as the message', new Error('{"code":4902,"message":"Unrecognized chain ID"}'), 4902],
  [
    'JSON after text',
    new Error('[ethjs-query] while formatting \'{"value":{"code":-32603,"data":{"code":4902}}}\''),
    4902,
  ],
  ['JSON as data', { code: -32603, data: '{"originalError":{"code":4902}}' }, 4902],
  ['JSON thrown as a string', '{"code":4001}', 4001],
  ['a rejection as a reason', { reason: { code: 4001 } }, 4001],
  ['a JSON-RPC envelope', { id: 1, jsonrpc: '2.0', error: { code: 4100, message: 'no' } }, 4100],
  ['an HTTP status around the real code', { code: 500, error: { code: 4001 } }, 4001],
  ['a code of zero around the real code', { code: 0, cause: { code: 4902 } }, 4902],
  ['a revert, which no wallet standard defines', { code: 3, message: 'execution reverted' }, 3],
  ['an unknown code before a generic one', { code: 3, error: { code: -32603 } }, 3],
  ['a revert with JSON as its text', { code: 3, message: 'execution reverted: {"code":4001}' }, 3],
  [
    "a revert with JSON as its text in Hardhat's form",
    withCode(`Error: VM Exception while processing transaction: reverted with reason string '{"code":4001}'`, -32000),
    -32000,
  ],
  [
    "a revert with JSON as its text in Nethermind's data",
    { code: -32015, message: 'VM execution error.', data: 'revert: {"code":4001}' },
    -32015,
  ],
  ['a revert with JSON as its reason', { code: -32000, data: { reason: '{"code":4001}' } }, -32000],
  ['a revert with JSON as its text inside JSON', '{"code":3,"message":"execution reverted: {\\"code\\":4001}"}', 3],
  ['only a generic code', withCode('Internal JSON-RPC error.', -32603), -32603],
  ['two generic codes', { code: -32603, data: { code: -32000 } }, -32603],
  ['a WalletConnect rejection', { code: 5000, message: 'User rejected.' }, 5000],
  ['a circular cause', cyclic(4001), 4001],
  ['a circular cause without a code', cyclic(), undefined],
  ['a fraction as the code', { code: 4001.5 }, undefined],
  ['NaN as the code', { code: Number.NaN }, undefined],
  ['a code in hex', { code: '0xfa1' }, undefined],
  ['a code as an object', { code: { value: 4001 } }, undefined],
  ['only a message', new Error('User rejected the request.'), undefined],
  ['a translated rejection', new Error('El usuario rechazó la solicitud'), undefined],
  ['a code inside a message', new Error('error 4001: user rejected'), undefined],
  ['braces that are not JSON', new Error('MetaMask {rejected} {4001}'), undefined],
  ['a plain string', 'User rejected', undefined],
  ['an empty string', '', undefined],
  ['null', null, undefined],
  ['undefined', undefined, undefined],
  ['a bare number', 4001, undefined],
  ['an array', [{ code: 4001 }], undefined],
  ['a browser event', new Event('error'), undefined],
  ['truncated JSON', new Error(`{"code":4001,"x":"${'y'.repeat(50)}`), undefined],
  ['a message too large to parse', new Error(`{"code":4001,"x":"${'y'.repeat(100_000)}"}`), undefined],
])('finds the code, if any, in %s', (_, thrown, code) => {
  expect(getRpcCode(thrown)).toBe(code)
})

test('ignores a getter that throws, and still reads the other fields', () => {
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

test('terminates on a getter that returns a new error each time', () => {
  const endless = (): unknown => ({
    get cause(): unknown {
      return endless()
    },
  })
  expect(getRpcCode(endless())).toBeUndefined()
})

test('never throws and always terminates, whatever was thrown', () => {
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
