import {
  AbortedError,
  ActionNotAllowedError,
  FrameFailedError,
  RequestAbortedError,
  RpcError,
} from '@latchkey/core/plugin'
import { expect, test } from 'vitest'
import { toProviderError } from './toProviderError.js'

test.each([
  [new RpcError(4001, 'USER_REJECTED'), 4001],
  [new RpcError(-32602, 'INVALID_PARAMS'), -32602],
  [new RequestAbortedError(), 4001],
  [new AbortedError(), 4001],
  [new ActionNotAllowedError(), 4200],
  [Object.assign(new FrameFailedError({ message: 'No gas' }), { rpcCode: -32003 }), -32003],
  [new FrameFailedError(), -32603],
  [new Error('x'), -32603],
  ['x', -32603],
])('%o has the number %d', (thrown, code) => {
  const error = toProviderError(thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error.code).toBe(code)
})

test("says it in the frame's own words, and keeps the fault", () => {
  const fault = new FrameFailedError({ message: 'Not enough ether' })
  expect(toProviderError(fault)).toMatchObject({ message: 'Not enough ether', cause: fault })
})
