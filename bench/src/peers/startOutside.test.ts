import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Outside, startOutside, toAnswer } from './startOutside.js'

let outside: Outside
beforeEach(async () => {
  outside = await startOutside()
})
afterEach(() => outside.stop())

test('answers single and batched calls like an RPC node, and anything else with an empty object', () => {
  expect(toAnswer('{"id":7,"method":"eth_chainId"}')).toEqual({ jsonrpc: '2.0', id: 7, result: '0x1' })
  expect(toAnswer('[{"id":1,"method":"eth_getBalance"}]')).toEqual([{ jsonrpc: '2.0', id: 1, result: '0x0' }])
  expect(toAnswer('{"event":"open"}')).toEqual({})
  expect(toAnswer('')).toEqual({})
})

test('speaks TLS on a free port', async () => {
  // the certificate is self-signed
  await expect(fetch(`https://127.0.0.1:${outside.port}/`)).rejects.toMatchObject({
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  })
})
