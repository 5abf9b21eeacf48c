import { AbortedError } from '@latchkey/core/plugin'
import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { describe, expect, test } from 'vitest'
import { toRpcFault } from './toRpcFault.js'

const url = 'https://rpc.example/secret-key'
const body = { method: 'eth_getBalance' }

describe('toRpcFault', () => {
  for (const [name, cause, code] of [
    ['a status', new HttpRequestError({ body, url, status: 404 }), 'RPC_FAILED'],
    ['a deadline', new TimeoutError({ body, url }), 'TIMED_OUT'],
    ['a code', new RpcRequestError({ body, url, error: { code: -32_005, message: 'too many' } }), 'LIMIT_EXCEEDED'],
    ['a revert', new RpcRequestError({ body, url, error: { code: 3, message: 'no funds' } }), 'TRANSACTION_REJECTED'],
    ['something else', 'broken', 'RPC_FAILED'],
  ] as const)
    test(`error: ${code} for ${name}, without the URL and its key`, () => {
      const fault = toRpcFault(cause)
      expect(fault.code).toBe(code)
      expect(fault.message).not.toContain('secret-key')
      expect(fault.details).toBeTruthy()
    })

  test('keeps the words of the node', () => {
    const error = { code: -32_000, message: 'insufficient funds for gas' }
    expect(toRpcFault(new RpcRequestError({ body, url, error })).details).toContain('insufficient funds for gas')
  })

  test('leaves faults that have a name as they are', () => {
    const fault = new AbortedError()
    expect(toRpcFault(fault)).toBe(fault)
    expect(toRpcFault(new DOMException('x', 'AbortError')).code).toBe('ABORTED')
  })
})
