import { anything, array, assert, bigInt, constantFrom, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuantity } from '../parameters.js'
import { parseEvmParams } from './parseEvmRequest.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const context = { address, chainId: 1 } as const

const parse = (method: string, params: unknown) => parseEvmParams(method, params, context)

const invalid = expect.objectContaining({ code: 'INVALID_PARAMS', rpcCode: -32602 })

describe('personal_sign', () => {
  test.each([
    ['hex', ['0x68656c6c6f', address], '0x68656c6c6f'],
    ['empty hex', ['0x', address], '0x'],
    ['a text', ['hello', address], '0x68656c6c6f'],
    ['a text that starts with 0x', ['0xhello', address], '0x307868656c6c6f'],
    ['an address in lower case', ['0x68', address.toLowerCase()], '0x68'],
    ['the parameters in reverse order', [address, '0x68656c6c6f'], '0x68656c6c6f'],
    ['the own address as the message', [address, address], address],
    ["another's address as the message", [other, address], other],
    ['a password, as old libraries send it', ['0x68', address, ''], '0x68'],
  ])('accepts %s', (_, params, message) => {
    expect(parse('personal_sign', params)).toEqual([message, address])
  })

  test.each([
    ['another account', ['0x68', other]],
    ['another account, in reverse order', [other, '0x68']],
    ['no account', ['0x68']],
    ['odd hex', ['0x686', address]],
    ['a number', [1, address]],
    ['nothing', []],
    ['an object in place of an array', { message: '0x68', address }],
    ['a text', 'x'],
  ])('error: throws INVALID_PARAMS for %s', (_, params) => {
    expect(() => parse('personal_sign', params)).toThrow(invalid)
  })
})

describe('eth_sendTransaction', () => {
  const send = (transaction: unknown) => (parse('eth_sendTransaction', [transaction]) as readonly object[])[0]

  test('defaults to the active account and chain', () => {
    expect(send({ to: other, value: '0x01' })).toEqual({ from: address, chainId: '0x1', to: other, value: '0x1' })
  })

  test('accepts amounts as bigints and numbers, and converts them to hex', () => {
    expect(send({ from: address, to: other, value: 10n ** 18n, gas: 21_000, nonce: 0 })).toMatchObject({
      value: '0xde0b6b3a7640000',
      gas: '0x5208',
      nonce: '0x0',
    })
  })

  test.each(['0x1', '0x01', '0x0001', 1, 1n, '1'])('accepts chain 1 as %o', (chainId) => {
    expect(send({ to: other, chainId })).toMatchObject({ chainId: '0x1' })
  })

  test('keeps deployment code, access lists and fees, and drops unknown fields', () => {
    const accessList = [{ address: other, storageKeys: [`0x${'0'.repeat(64)}`] }]
    expect(send({ input: '0x6001', type: '0x2', maxFeePerGas: '0x10', accessList, gasLimit: '0x1', x: 1 })).toEqual({
      from: address,
      chainId: '0x1',
      data: '0x6001',
      type: '0x2',
      maxFeePerGas: '0x10',
      accessList,
    })
    expect(send({ to: other, data: '0xAB', input: '0xab' })).toMatchObject({ data: '0xAB' })
  })

  test.each([
    ['another account', { from: other, to: other }],
    ['another chain', { to: other, chainId: '0x2' }],
    ['a negative amount', { to: other, value: -1n }],
    ['a negative amount as text', { to: other, value: '-0x1' }],
    ['2^256', { to: other, value: `0x1${'0'.repeat(64)}` }],
    ['a fraction', { to: other, value: 0.5 }],
    ['a number that is not a safe integer', { to: other, value: 1e18 }],
    ['a decimal text', { to: other, value: '10' }],
    ['an empty amount', { to: other, value: '0x' }],
    ['odd hex', { to: other, data: '0xabc' }],
    ['data and input that differ', { to: other, data: '0xaa', input: '0xbb' }],
    ['a short address', { to: '0x1234' }],
    ['an address without 0x', { to: other.slice(2) }],
    ['an ENS name', { to: 'vitalik.eth' }],
    ['neither a recipient nor data', { value: '0x1' }],
    ['a blob transaction', { to: other, type: '0x3' }],
    ['blobs', { to: other, blobs: [] }],
    ['a set-code transaction', { to: other, type: '0x4' }],
    ['an authorization list without a type', { to: other, authorizationList: [] }],
    ['two kinds of fee', { to: other, gasPrice: '0x1', maxFeePerGas: '0x1' }],
    ['an invalid access list', { to: other, accessList: [{ address: 'x' }] }],
    ['no object', 'x'],
    ['a list', [[]]],
  ])('error: throws INVALID_PARAMS for %s', (_, transaction) => {
    expect(() => send(transaction)).toThrow(invalid)
  })
})

describe('eth_signTypedData_v4', () => {
  const data = {
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    domain: { name: 'App', chainId: 1 },
    message: { text: 'hello' },
  }
  const sign = (typedData: unknown, account = address) => parse('eth_signTypedData_v4', [account, typedData])

  test('accepts JSON text, or an object that may have bigints', () => {
    expect(sign(JSON.stringify(data))).toEqual([address, JSON.stringify(data)])
    const [, text] = sign({ ...data, message: { amount: 1n } })
    expect(JSON.parse(String(text))).toMatchObject({ message: { amount: '1' } })
  })

  test.each([1, '1', '0x1', '0x01', undefined, null])('accepts chain 1 in the domain as %o', (chainId) => {
    expect(sign({ ...data, domain: { chainId } })[0]).toBe(address)
  })

  const endless: { types: object; [name: string]: unknown } = { ...data }
  endless['message'] = endless

  test.each([
    ['another account', data, other],
    ['another chain', { ...data, domain: { chainId: 2 } }, address],
    ['an invalid chain', { ...data, domain: { chainId: 'one' } }, address],
    ['no primary type', { ...data, primaryType: undefined }, address],
    ['an undefined primary type', { ...data, primaryType: 'toString' }, address],
    ['no types', { ...data, types: undefined }, address],
    ['no message', { ...data, message: 'x' }, address],
    ['a domain that is a text', { ...data, domain: 'x' }, address],
    ['a circular message', endless, address],
    ['invalid JSON', '{', address],
    ['JSON of a list', '[]', address],
    ['nothing', undefined, address],
  ])('error: throws INVALID_PARAMS for %s', (_, typedData, account) => {
    expect(() => sign(typedData, account)).toThrow(invalid)
  })
})

describe('other methods', () => {
  test('eth_sendRawTransaction accepts only hex bytes', () => {
    expect(parse('eth_sendRawTransaction', ['0x02f8'])).toEqual(['0x02f8'])
    for (const params of [[], ['0x0'], ['02f8'], [1]])
      expect(() => parse('eth_sendRawTransaction', params)).toThrow(invalid)
  })

  test('read requests are passed on unchanged', () => {
    expect(parse('eth_getBalance', [other, 'latest'])).toEqual([other, 'latest'])
    expect(parse('eth_blockNumber', undefined)).toEqual([])
  })
})

test('any request is parsed or rejected with INVALID_PARAMS', () => {
  const method = constantFrom('personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls')
  assert(
    property(method, array(anything()), (name, params) => {
      try {
        parse(name, params)
      } catch (cause) {
        expect(cause).toMatchObject({ code: 'INVALID_PARAMS' })
      }
    }),
  )
})

test('parseQuantity returns the same value for hex and bigint input', () => {
  assert(
    property(bigInt({ min: 0n, max: 2n ** 256n - 1n }), (value) => {
      expect(parseQuantity('value', `0x0${value.toString(16)}`)).toBe(parseQuantity('value', value))
      expect(BigInt(parseQuantity('value', value))).toBe(value)
    }),
  )
})
