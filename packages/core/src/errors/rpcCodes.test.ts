import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { toRpcErrorName } from './codes.js'
import { RpcError } from './rpc.js'
import { toLatchkeyError } from './toLatchkeyError.js'

const table = [
  [-32700, 'PARSE_FAILED'],
  [-32600, 'INVALID_REQUEST'],
  [-32601, 'METHOD_NOT_FOUND'],
  [-32602, 'INVALID_PARAMS'],
  [-32603, 'INTERNAL_ERROR'],
  [-32000, 'INVALID_INPUT'],
  [-32001, 'RESOURCE_NOT_FOUND'],
  [-32002, 'REQUEST_PENDING'],
  [-32003, 'TRANSACTION_REJECTED'],
  [-32004, 'METHOD_NOT_SUPPORTED'],
  [-32005, 'LIMIT_EXCEEDED'],
  [-32006, 'VERSION_NOT_SUPPORTED'],
  [4001, 'USER_REJECTED'],
  [4100, 'UNAUTHORIZED'],
  [4200, 'UNSUPPORTED_METHOD'],
  [4900, 'PROVIDER_DISCONNECTED'],
  [4901, 'CHAIN_DISCONNECTED'],
  [4902, 'CHAIN_UNRECOGNIZED'],
  [5000, 'USER_REJECTED'],
  [5700, 'CAPABILITY_NOT_SUPPORTED'],
  [5710, 'CHAIN_ID_NOT_SUPPORTED'],
  [5720, 'DUPLICATE_ID'],
  [5730, 'UNKNOWN_BUNDLE'],
  [5740, 'BUNDLE_TOO_LARGE'],
  [5750, 'UPGRADE_REJECTED'],
  [5760, 'ATOMICITY_NOT_SUPPORTED'],
] as const

test.each(table)('[S8.57] maps code %i to the error %s', (code, name) => {
  const cause = { code, message: 'as the wallet says' }
  const error = toLatchkeyError(cause)
  expect(error).toBeInstanceOf(RpcError)
  expect(error).toMatchObject({ code: name, rpcCode: code, cause })
})

test('returns no name for a code that no standard defines', () => {
  const known: readonly number[] = table.map(([code]) => code)
  assert(
    property(
      integer().filter((code) => !known.includes(code)),
      (code) => {
        expect(toRpcErrorName(code)).toBeNull()
      },
    ),
  )
})
