import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { ConnectionRejectedError, TimedOutError } from './connection.js'
import { isLatchkeyError } from './LatchkeyError.js'
import { toLatchkeyError } from './toLatchkeyError.js'

test('returns a LatchkeyError unchanged', () => {
  const error = new TimedOutError()
  expect(toLatchkeyError(error)).toBe(error)
})

test('returns an error of another copy of the package unchanged', () => {
  const error = { kind: 'LatchkeyError', code: 'TIMED_OUT', shortMessage: 'x' }
  expect(toLatchkeyError(error)).toBe(error)
})

test('maps an abort to ABORTED', () => {
  const cause = AbortSignal.abort().reason
  expect(toLatchkeyError(cause)).toMatchObject({ code: 'ABORTED', cause })
  expect(toLatchkeyError(Object.assign(new Error('stop'), { name: 'AbortError' })).code).toBe('ABORTED')
})

test.each([
  ['an error with a rejection message', new Error('User rejected the request')],
  ['a string', 'User denied'],
  ['an object', { message: 'user cancelled' }],
  ['a number', 4001],
  ['null', null],
  ['undefined', undefined],
  ['an error in another language', new Error('Пользователь отклонил запрос')],
])('%s without a code becomes CONNECTOR_FAILED with its cause, never a rejection', (_, thrown) => {
  const error = toLatchkeyError(thrown)
  expect(error).toMatchObject({ code: 'CONNECTOR_FAILED', shortMessage: 'Failed to connect' })
  if (thrown !== undefined) expect(error.cause).toBe(thrown)
})

test('keeps the wallet’s message as details, cut to 500 characters', () => {
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
    'a kind that throws when it is read',
    () => ({
      get kind(): string {
        throw new Error('no')
      },
    }),
  ],
  ['a message that is an object', () => Object.assign(new Error('x'), { message: { code: 7 } })],
  ['a message that is a number', () => Object.assign(new Error('x'), { message: 7 })],
])('an error with %s becomes CONNECTOR_FAILED', (_, make) => {
  expect(toLatchkeyError(make()).code).toBe('CONNECTOR_FAILED')
})

test('does not unwrap a LatchkeyError in the cause of another error', () => {
  const error = toLatchkeyError(new Error('outer', { cause: new ConnectionRejectedError() }))
  expect(error.code).toBe('CONNECTOR_FAILED')
})

test('never throws, and returns a LatchkeyError for any value', () => {
  assert(
    property(anything({ withNullPrototype: true, withBigInt: true, withMap: true }), (thrown) => {
      expect(isLatchkeyError(toLatchkeyError(thrown))).toBe(true)
    }),
  )
})
