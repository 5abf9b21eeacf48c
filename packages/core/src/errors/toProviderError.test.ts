import { expect, test } from 'vitest'
import { TimedOutError } from './connection.js'
import { AbortedError } from './LatchkeyError.js'
import { ActionNotAllowedError, FrameFailedError, RequestAbortedError } from './login.js'
import { NotApprovedError, SessionExpiredError } from './pairing.js'
import { RpcError } from './rpc.js'
import { toProviderError } from './toProviderError.js'

test.each([
  [new RpcError(4001, 'USER_REJECTED'), 4001],
  [new RpcError(5001, 'USER_REJECTED'), 4001],
  [new RpcError(-32602, 'INVALID_PARAMS'), -32602],
  [new RequestAbortedError(), 4001],
  [new AbortedError(), 4001],
  [new ActionNotAllowedError(), 4200],
  [new NotApprovedError({ what: 'personal_sign' }), 4100],
  [new SessionExpiredError(), 4900],
  [new TimedOutError(), 4900],
  [Object.assign(new FrameFailedError({ message: 'No gas' }), { rpcCode: -32003 }), -32003],
  [new FrameFailedError(), -32603],
  [new Error('x'), -32603],
  ['x', -32603],
])('maps %o to the code %d', (thrown, code) => {
  const error = toProviderError(thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error.code).toBe(code)
})

test.each([
  [new Error('x'), -32000],
  [new RpcError(-32603, 'INTERNAL_ERROR'), -32000],
  [new RpcError(-32005, 'LIMIT_EXCEEDED'), -32000],
  [Object.assign(new FrameFailedError(), { rpcCode: -31000 }), -32000],
  [new RpcError(4001, 'USER_REJECTED'), 4001],
])('after a prompt, maps %o to %d, which no library retries', (thrown, code) => {
  expect(toProviderError(thrown, { isPrompt: true }).code).toBe(code)
})

test('keeps the message and the original error', () => {
  const cause = new FrameFailedError({ message: 'Not enough ether' })
  expect(toProviderError(cause)).toMatchObject({ message: 'Not enough ether', cause })
})
