import { describe, expect, test } from 'vitest'
import { parseEvmParams } from './parseEvmRequest.js'

const key = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const smart = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

const accounts = [
  { address: key, type: 'eoa' },
  { address: smart, type: 'smartAccount' },
] as const

const context = { address: key, accounts, chainId: 1, now: 1_700_000_000_000 }

const invalid = expect.objectContaining({ code: 'INVALID_PARAMS', rpcCode: -32602 })

describe('a user operation', () => {
  const operation = { sender: smart, callData: '0x1234' }
  const parse = (given: unknown, target: unknown = entryPoint) =>
    parseEvmParams('eth_sendUserOperation', [given, target], context)

  test('is parsed for the smart account, whichever account is active', () => {
    const fields = { nonce: 0, maxFeePerGas: 10n, factory: entryPoint, factoryData: '0x', signature: undefined }
    expect(parse({ ...operation, sender: smart.toLowerCase(), ...fields })).toEqual([
      { sender: smart, callData: '0x1234', nonce: '0x0', maxFeePerGas: '0xa', factory: entryPoint, factoryData: '0x' },
      entryPoint,
    ])
    expect(parseEvmParams('eth_estimateUserOperationGas', [operation, entryPoint], context)).toHaveLength(2)
  })

  test.each<[string, unknown, unknown?]>([
    ['no object', '0x'],
    ["another's account", { ...operation, sender: entryPoint }],
    ['the EOA', { ...operation, sender: key }],
    ['no sender', { callData: '0x' }],
    ['no call data', { sender: smart }],
    ['odd-length hex', { ...operation, callData: '0x123' }],
    ['a negative nonce', { ...operation, nonce: -1n }],
    ['a fee of 2^256', { ...operation, maxFeePerGas: 2n ** 256n }],
    ['an invalid paymaster address', { ...operation, paymaster: '0x12' }],
    ['an EIP-7702 authorization', { ...operation, eip7702Auth: { address: entryPoint } }],
    ['an unknown field', { ...operation, callGas: '0x1' }],
    ['the name of an inherited property', { ...operation, toString: '0x1' }],
    ['an invalid entry point', operation, '0x12'],
    ['no entry point', operation, null],
  ])('error: throws INVALID_PARAMS for %s', (_, given, target = entryPoint) => {
    expect(() => parse(given, target)).toThrow(invalid)
  })

  test('is looked up by its hash', () => {
    const hash = `0x${'a'.repeat(64)}`
    for (const method of ['eth_getUserOperationReceipt', 'eth_getUserOperationByHash']) {
      expect(parseEvmParams(method, [hash], context)).toEqual([hash])
      for (const given of [undefined, '0x', `0x${'a'.repeat(63)}`, 7, [hash]])
        expect(() => parseEvmParams(method, [given], context)).toThrow(invalid)
    }
  })
})

describe('a permission', () => {
  const permissions = [{ type: 'native-token-transfer', data: { allowance: 5n } }]
  const request = { chainId: '0x1', expiry: 1_700_000_001, permissions, signer: { type: 'wallet', data: {} } }
  const parse = (given: unknown, own: object = context) =>
    parseEvmParams('wallet_grantPermissions', [given], own as typeof context)

  test('is requested for the smart account, with amounts in hex', () => {
    expect(parse({ ...request, chainId: undefined })).toEqual([
      { ...request, address: smart, permissions: [{ type: 'native-token-transfer', data: { allowance: '0x5' } }] },
    ])
  })

  test.each([
    ['no object', 'x'],
    ['an expiry in the past', { ...request, expiry: 1_700_000_000 }],
    ['an expiry as a string', { ...request, expiry: '1800000000' }],
    ['no expiry', { ...request, expiry: undefined }],
    ['no permissions', { ...request, permissions: [] }],
    ['too many permissions', { ...request, permissions: Array.from({ length: 21 }, () => permissions[0]) }],
    ['a permission without a type', { ...request, permissions: [{ data: {} }] }],
    ['a permission without data', { ...request, permissions: [{ type: 'contract-call' }] }],
    ['an invalid signer', { ...request, signer: 'wallet' }],
    ['another chain', { ...request, chainId: '0x2' }],
    ['the EOA', { ...request, address: key }],
    ["another's account", { ...request, address: entryPoint }],
  ])('error: throws INVALID_PARAMS for %s', (_, given) => {
    expect(() => parse(given)).toThrow(invalid)
  })

  test('error: throws INVALID_PARAMS if there is no smart account', () => {
    expect(() => parse(request, { address: key, chainId: 1, now: 1 })).toThrow(invalid)
  })

  test('is parsed in the format of ERC-7715, for the smart account and its chain', () => {
    const ask = (...requests: readonly unknown[]) =>
      parseEvmParams('wallet_requestExecutionPermissions', requests, context)
    const permission = { type: 'native-token-allowance', data: { allowanceAmount: 5n } }
    const rules = [{ type: 'expiry', data: { timestamp: 1_700_000_001 } }]
    expect(ask({ permission, rules })).toEqual([
      { permission: { ...permission, data: { allowanceAmount: '0x5' } }, rules, chainId: '0x1', from: smart },
    ])
    const wrong = [{ rules }, { permission: {}, rules }, { permission, from: key }, { permission, chainId: '0x2' }, 7]
    for (const given of wrong) expect(() => ask(given)).toThrow(invalid)
    expect(() => ask()).toThrow(invalid)
    expect(() => ask(...Array.from({ length: 21 }, () => ({ permission, rules })))).toThrow(invalid)
  })

  test('is revoked by its context', () => {
    const revoke = (given: unknown) => parseEvmParams('wallet_revokePermissions', [given], context)
    const read = [{ permissionContext: '0x12', address: smart }]
    for (const given of ['0x12', { permissionsContext: '0x12' }, { context: '0x12' }, { permissionContext: '0x12' }])
      expect(revoke(given)).toEqual(read)
    // the standard passes it without a list
    expect(parseEvmParams('wallet_revokeExecutionPermission', { permissionContext: '0x12' }, context)).toEqual(read)
    for (const given of [undefined, {}, { permissionsContext: '' }, { permissionsContext: 7 }, 7, []])
      expect(() => revoke(given)).toThrow(invalid)
    // libraries request it when an app disconnects (EIP-2255); it needs no approval
    expect(() => revoke({ eth_accounts: {} })).toThrow(invalid)
  })
})

describe('queries for capabilities and assets', () => {
  test('accept either account of the wallet, and default to the active one', () => {
    expect(parseEvmParams('wallet_getCapabilities', [], context)).toEqual([key])
    expect(parseEvmParams('wallet_getCapabilities', [smart, ['0x01', 10]], context)).toEqual([smart, ['0x1', '0xa']])
    expect(parseEvmParams('wallet_getAssets', [], context)).toEqual([{ account: key }])
    const query = { account: smart, chainFilter: ['0x1'], assetTypeFilter: ['native'], assetFilter: { '0x1': [] } }
    expect(parseEvmParams('wallet_getAssets', [{ ...query, x: 1 }], context)).toEqual([query])
  })

  test.each([
    ['wallet_getCapabilities', [entryPoint]],
    ['wallet_getCapabilities', [key, '0x1']],
    ['wallet_getCapabilities', [key, ['x']]],
    ['wallet_getAssets', ['x']],
    ['wallet_getAssets', [{ account: entryPoint }]],
    ['wallet_getAssets', [{ assetFilter: [] }]],
    ['wallet_getAssets', [{ assetFilter: { '0x1': 'native' } }]],
    ['wallet_getAssets', [{ assetTypeFilter: 'native' }]],
    ['wallet_getAssets', [{ chainFilter: [{}] }]],
  ])('error: throws INVALID_PARAMS for %s with %o', (method, params) => {
    expect(() => parseEvmParams(method, params, context)).toThrow(invalid)
  })
})

describe('signatures and transactions', () => {
  test('use the given account of the wallet, or else the active one', () => {
    const to = entryPoint
    expect(parseEvmParams('eth_sendTransaction', [{ to }], context)).toMatchObject([{ from: key }])
    expect(parseEvmParams('eth_sendTransaction', [{ to, from: smart }], context)).toMatchObject([{ from: smart }])
    expect(parseEvmParams('personal_sign', ['0x68', smart], context)).toEqual(['0x68', smart])
    expect(parseEvmParams('personal_sign', [smart, '0x68'], context)).toEqual(['0x68', smart])
    expect(() => parseEvmParams('personal_sign', ['0x68', to], context)).toThrow(invalid)
  })
})
