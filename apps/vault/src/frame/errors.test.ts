import { expect, test } from 'vitest'
import { FrameRequestError, toFrameError, VaultError } from './errors.js'

test.each<[unknown, object]>([
  [new VaultError({ code: 'CODE_WRONG', message: 'Invalid code' }), { message: 'Invalid code' }],
  [
    new VaultError({ code: 'TOO_MANY', message: 'Please try again after 9 seconds', retryAfter: 9, now: 1 }),
    { message: 'Please try again after 9 seconds', code: -32005, retryAfter: 9 },
  ],
  [new VaultError({ code: 'NO_SESSION', message: 'x' }), { message: 'x', code: 4100 }],
  [new VaultError({ code: 'WALLET_FROZEN', message: 'x' }), { message: 'x', code: -32_050 }],
  [new VaultError({ code: 'NOT_ALLOWED', message: 'x' }), { message: 'x', code: 4200 }],
  [new VaultError({ code: 'INVALID_PARAMS', message: 'x' }), { message: 'x', code: -32602 }],
  [new VaultError({ code: 'SOCIAL_REFUSED', message: 'x' }), { message: 'x', code: 4001 }],
  [new VaultError({ code: 'SOCIAL_FAILED', message: 'x' }), { message: 'x' }],
  [new VaultError({ code: 'UNKNOWN_PROJECT', message: 'x' }), { message: 'unverified_domain' }],
  [new FrameRequestError('No.', { code: 4001, cause: new Error('secret') }), { message: 'No.', code: 4001 }],
])('reports an error for apps with its message and code: %s', (cause, fault) => {
  expect(toFrameError(cause)).toEqual(fault)
})

test.each([new TypeError('x is not a function'), 'secret', undefined, null, { message: 'secret', code: 1 }])(
  'reveals nothing of an internal error to the app: %s',
  (cause) => {
    expect(toFrameError(cause)).toEqual({ message: 'Something went wrong' })
  },
)
