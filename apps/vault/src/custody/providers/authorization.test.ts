import fc from 'fast-check'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { expect, test } from 'vitest'
import { readAppleName, toShownName } from './authorization.js'
import { toProviderFailure, toProviderReport } from './providerFailure.js'

test.each([
  ['ada', 'ada'],
  [' Ada  Lovelace ', 'Ada Lovelace'],
  ['two\nlines\u202Eright to left', 'two lines right to left'],
  ['x'.repeat(65), 'x'.repeat(64)],
  ['', undefined],
  [' \n', undefined],
  [7, undefined],
  [null, undefined],
])('%j is shown as %j', (value, name) => {
  expect(toShownName(value)).toBe(name)
})

test('toShownName returns one line without invisible characters for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const name = toShownName(text)
      expect(name === undefined || (/^[^\p{C}]+$/u.test(name) && [...name].length <= 64)).toBe(true)
    }),
  )
})

test.each([
  ['{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"a@b.co"}', 'Ada Lovelace'],
  ['{"name":{"firstName":"Ada"}}', 'Ada'],
  ['{"name":{}}', undefined],
  ['{}', undefined],
  ['{"name":{"firstName":7}}', undefined],
  ['{', undefined],
  [null, undefined],
])('readAppleName(%j) returns %j', (text, name) => {
  expect(readAppleName(text)).toBe(name)
})

const toAnswer = (error: string): Error =>
  new AuthorizationResponseError('answer', { cause: new URLSearchParams({ error }) })

const toBody = (error: string, status: number): Error =>
  new ResponseBodyError('body', { cause: { error }, response: new Response(null, { status }) })

const toClient = (code: string): Error => Object.assign(new ClientError('client'), { code })

test.each([
  ['Google did not let you in (login_required).', toAnswer('login_required')],
  ['You did not allow it at Google.', toAnswer('access_denied')],
  ['Google rejected the login (invalid_grant).', toBody('invalid_grant', 400)],
  ['Google did not prove who you are.', toClient('OAUTH_JWT_CLAIM_COMPARISON_FAILED')],
])('a refused login: %s', (fault, cause) => {
  expect(toProviderFailure({ name: 'Google' }, cause)).toEqual({ fault, isRefusal: true })
})

test.each(['access_denied', 'user_cancelled_authorize'])(
  'a canceled login shows no error code and is not reported to the operator: %s',
  (error) => {
    const fault = 'You did not allow it at Apple.'
    expect(toProviderFailure({ name: 'Apple' }, toAnswer(error))).toEqual({ fault, isRefusal: true })
    expect(toProviderReport('apple', toAnswer(error))).toBeUndefined()
  },
)

test.each([
  ['X did not let you in (server_error).', toAnswer('server_error')],
  ['X did not let you in (temporarily_unavailable).', toAnswer('temporarily_unavailable')],
  ['X rejected the login (server_error).', toBody('server_error', 500)],
  ['X didn’t respond in time. Try again.', toClient('OAUTH_TIMEOUT')],
  ['X returned an invalid response. Try again.', toClient('OAUTH_RESPONSE_IS_NOT_CONFORM')],
  ['X returned an invalid response. Try again.', new TypeError('fetch failed')],
])('a provider failure: %s', (fault, cause) => {
  expect(toProviderFailure({ name: 'X' }, cause)).toEqual({ fault, isRefusal: false })
})
