import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { ConnectionRejectedError, TimedOutError } from './connection.js'
import { isLatchkeyError } from './LatchkeyError.js'
import { toLatchkeyError } from './toLatchkeyError.js'

test('a fault of ours stays the very same', () => {
  const error = new TimedOutError()
  expect(toLatchkeyError(error)).toBe(error)
})

test('a fault of another copy of the package stays as it is', () => {
  const error = { kind: 'LatchkeyError', code: 'TIMED_OUT', shortMessage: 'x' }
  expect(toLatchkeyError(error)).toBe(error)
})

test('an aborted signal is ABORTED', () => {
  const cause = AbortSignal.abort().reason
  expect(toLatchkeyError(cause)).toMatchObject({ code: 'ABORTED', cause })
  expect(toLatchkeyError(Object.assign(new Error('stop'), { name: 'AbortError' })).code).toBe('ABORTED')
})

test.each([
  ['an error with words of rejection', new Error('User rejected the request')],
  ['a text', 'User denied'],
  ['an object', { message: 'user cancelled' }],
  ['a number', 4001],
  ['null', null],
  ['undefined', undefined],
  ['an error in another language', new Error('Пользователь отклонил запрос')],
])('%s without a code is CONNECTOR_FAILED with its cause, never "rejected"', (_, thrown) => {
  const error = toLatchkeyError(thrown)
  expect(error).toMatchObject({ code: 'CONNECTOR_FAILED', shortMessage: 'Failed to connect' })
  if (thrown !== undefined) expect(error.cause).toBe(thrown)
})

test('the wallet’s own words are kept as details, cut to a sane length', () => {
  expect(toLatchkeyError(new Error('Nope')).details).toBe('Nope')
  expect(toLatchkeyError({ code: 4900, message: 'Offline' }).details).toBe('Offline')
  expect(toLatchkeyError('Nope').details).toBe('Nope')
  expect(toLatchkeyError(new Error('x'.repeat(10_000))).details).toHaveLength(500)
})

test.each<[string, () => unknown]>([
  [
    'a message that throws when it is read',
    () =>
      Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw new Error('no')
        },
      }),
  ],
  [
    'a name that throws when it is read',
    () =>
      Object.defineProperty(new Error('x'), 'name', {
        get() {
          throw new Error('no')
        },
      }),
  ],
  [
    'a mark that throws when it is read',
    () => ({
      get kind(): string {
        throw new Error('no')
      },
    }),
  ],
  ['a message that is an object', () => Object.assign(new Error('x'), { message: { code: 7 } })],
  ['a message that is a number', () => Object.assign(new Error('x'), { message: 7 })],
])('an error with %s is CONNECTOR_FAILED', (_, make) => {
  expect(toLatchkeyError(make()).code).toBe('CONNECTOR_FAILED')
})

test('a wrapped fault of ours is not unwrapped: the wrapper is what was thrown', () => {
  const error = toLatchkeyError(new Error('outer', { cause: new ConnectionRejectedError() }))
  expect(error.code).toBe('CONNECTOR_FAILED')
})

test('never throws: whatever was thrown gets a name', () => {
  assert(
    property(anything({ withNullPrototype: true, withBigInt: true, withMap: true }), (thrown) => {
      expect(isLatchkeyError(toLatchkeyError(thrown))).toBe(true)
    }),
  )
})
