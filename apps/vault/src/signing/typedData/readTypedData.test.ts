import { TypedDataEncoder, verifyTypedData as verifyWithEthers } from 'ethers'
import { type Hex, verifyTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import type { TypedDataSummary } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import type { SigningRequest } from '../signingRequest.js'
import { accounts, createRequest, getRefusal, otherAddress, signIt } from '../testing/requests.js'

const account = accounts.eip155
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const domain = { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: token }
const types = {
  Mail: [
    { name: 'from', type: 'Person' },
    { name: 'to', type: 'Person[]' },
    { name: 'contents', type: 'string' },
    { name: 'count', type: 'int16' },
    { name: 'tag', type: 'bytes4' },
    { name: 'blob', type: 'bytes' },
    { name: 'isUrgent', type: 'bool' },
    { name: 'grid', type: 'uint8[2][]' },
  ],
  Person: [
    { name: 'name', type: 'string' },
    { name: 'wallet', type: 'address' },
  ],
}
const message = {
  from: { name: 'Cow', wallet: account },
  to: [{ name: 'Bob', wallet: otherAddress }],
  contents: 'Hello, Bob!',
  count: -5,
  tag: '0xDEADBEEF',
  blob: '0x0102',
  isUrgent: true,
  grid: [
    [1, 2],
    [3, 255],
  ],
}
const mail = { domain, types, primaryType: 'Mail', message }
const ask = (data: unknown, rest: Partial<SigningRequest> = {}): SigningRequest =>
  createRequest('eth_signTypedData_v4', [account, data], rest)
const read = (data: unknown): TypedDataSummary => describeRequest(ask(data)).summary as TypedDataSummary

describe('eth_signTypedData_v4', () => {
  it('signs JSON text and objects so that viem and ethers verify the signature', async () => {
    const { result, canonical } = await signIt(ask(mail))
    const signature = result as Hex
    expect(await verifyTypedData({ ...(mail as never as object), address: account, signature } as never)).toBe(true)
    expect(verifyWithEthers(domain, types, message, signature)).toBe(account)
    const text = JSON.stringify({
      ...mail,
      types: { EIP712Domain: TypedDataEncoder.getPayload(domain, types, message).types.EIP712Domain, ...types },
    })
    expect(await signIt(ask(text))).toMatchObject({ result, canonical })
    expect(await signIt(createRequest('eth_signTypedData_v4', [mail, account.toLowerCase()]))).toMatchObject({ result })
  })

  it('describes every signed value, and no other', () => {
    const shown = read({ ...mail, message: { ...message, unsigned: 'not part of it' } })
    expect(shown).toMatchObject({ kind: 'typedData', primaryType: 'Mail', warnings: [], allowances: [], transfers: [] })
    expect(shown.domain).toEqual([
      { name: 'name', type: 'string', value: 'Ether Mail' },
      { name: 'version', type: 'string', value: '1' },
      { name: 'chainId', type: 'uint256', value: '1' },
      { name: 'verifyingContract', type: 'address', value: token },
    ])
    expect(shown.message).toEqual([
      {
        name: 'from',
        type: 'Person',
        children: [
          { name: 'name', type: 'string', value: 'Cow' },
          { name: 'wallet', type: 'address', value: account },
        ],
      },
      {
        name: 'to',
        type: 'Person[]',
        children: [
          {
            name: '0',
            type: 'Person',
            children: [
              { name: 'name', type: 'string', value: 'Bob' },
              { name: 'wallet', type: 'address', value: otherAddress },
            ],
          },
        ],
      },
      { name: 'contents', type: 'string', value: 'Hello, Bob!' },
      { name: 'count', type: 'int16', value: '-5' },
      { name: 'tag', type: 'bytes4', value: '0xdeadbeef' },
      { name: 'blob', type: 'bytes', value: '0x0102' },
      { name: 'isUrgent', type: 'bool', value: 'true' },
      {
        name: 'grid',
        type: 'uint8[2][]',
        children: [
          {
            name: '0',
            type: 'uint8[2]',
            children: [
              { name: '0', type: 'uint8', value: '1' },
              { name: '1', type: 'uint8', value: '2' },
            ],
          },
          {
            name: '1',
            type: 'uint8[2]',
            children: [
              { name: '0', type: 'uint8', value: '3' },
              { name: '1', type: 'uint8', value: '255' },
            ],
          },
        ],
      },
    ])
  })

  it.each([['0x1'], ['1'], [1], ['0x01']])('accepts the chain id %j on chain 1', (chainId) => {
    expect(read({ ...mail, domain: { ...domain, chainId } }).warnings).toEqual([])
  })

  it('warns if the domain names no network', () => {
    const { chainId: _, ...anywhere } = domain
    expect(read({ ...mail, domain: anywhere }).warnings).toEqual(['anyNetwork'])
  })

  const cyclic = { Mail: [{ name: 'next', type: 'Mail' }] }
  const looped = { Mail: [{ name: 'a', type: 'A[]' }], A: [{ name: 'b', type: 'B' }], B: [{ name: 'a', type: 'A' }] }
  const wide = { Mail: Array.from({ length: 1_001 }, (_, index) => ({ name: `f${index}`, type: 'bool' })) }
  const deep = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [index ? `T${index}` : 'Mail', [{ name: 'x', type: `T${index + 1}` }]]),
  )
  const one = (type: string, value: unknown) => ({ types: { Mail: [{ name: 'x', type }] }, message: { x: value } })

  it.each<[string, object]>([
    ['another chain', { domain: { ...domain, chainId: 2 } }],
    [
      'another chain that its domain type leaves out',
      { types: { ...types, EIP712Domain: [{ name: 'name', type: 'string' }] }, domain: { ...domain, chainId: 2 } },
    ],
    ['a chain that is not a number', { domain: { ...domain, chainId: 'one' } }],
    ['no domain', { domain: undefined }],
    ['an unknown domain field', { domain: { ...domain, extra: 1 } }],
    ['a domain type with other fields', { types: { ...types, EIP712Domain: [{ name: 'chainId', type: 'string' }] } }],
    ['no primaryType', { primaryType: undefined }],
    ['a primaryType that is not defined', { primaryType: 'Letter' }],
    ['a primaryType that every object inherits', { primaryType: 'constructor' }],
    ['the domain as primaryType', { primaryType: 'EIP712Domain' }],
    ['no types', { types: undefined }],
    ['types that are a list', { types: [] }],
    ['a type that contains itself', { types: cyclic, message: {} }],
    ['types that contain each other', { types: looped, message: { a: [] } }],
    ['more than 1,000 fields', { types: wide, message: {} }],
    [
      '10,000 values',
      one(
        'uint8[]',
        Array.from({ length: 10_000 }, () => 1),
      ),
    ],
    ['types that are nested too deeply', { types: deep, message: {} }],
    ['a missing field', { message: { ...message, contents: undefined } }],
    ['a field that is null', { message: { ...message, from: null } }],
    ['no message', { message: undefined }],
    [
      'a type named like an elementary one',
      { types: { Mail: [{ name: 'x', type: 'bool' }], uint256: [] }, primaryType: 'uint256', message: {} },
    ],
    [
      'a field named twice',
      {
        types: {
          Mail: [
            { name: 'x', type: 'bool' },
            { name: 'x', type: 'uint8' },
          ],
        },
        message: { x: true },
      },
    ],
    ['a field without a type', { types: { Mail: [{ name: 'x' }] }, message: { x: true } }],
    ['a field named __proto__', { types: { Mail: [{ name: '__proto__', type: 'bool' }] }, message: {} }],
    ['an unknown type', one('uint7', 1)],
    ['the type bytes33', one('bytes33', '0x')],
    ['a number of no size', one('uint', 1)],
    ['a list of numbers of no size', one('int[]', [1])],
    [
      'a type named like a number of an odd size',
      {
        types: { Mail: [{ name: 'x', type: 'uint7' }], uint7: [{ name: 'y', type: 'bool' }] },
        message: { x: { y: true } },
      },
    ],
    ['a number too large', one('uint8', 256)],
    ['a number too small', one('int8', -129)],
    ['a negative unsigned number', one('uint256', -1)],
    ['a fraction', one('uint256', 1.5)],
    ['a number with an exponent', one('uint256', '1e3')],
    ['bytes of another length', one('bytes4', '0x010203')],
    ['bytes of an odd number of digits', one('bytes', '0x123')],
    ['text for a boolean', one('bool', 'true')],
    ['a number for text', one('string', 5)],
    ['an address with a wrong checksum', one('address', token.replace('A0b', 'a0B'))],
    ['a list of another length', one('uint8[2]', [1])],
    ['an object for a list', one('uint8[]', { length: 1, 0: 1 })],
  ])('rejects %s', (_, change) => {
    expect(getRefusal(ask({ ...mail, ...change }))).toMatchObject({ code: -32602 })
  })

  it.each([[undefined], [null], ['{'], ['[]'], ['"x"'], [5], ['['.repeat(100_000)], ['x'.repeat(2_000_000)]])(
    'rejects data that is not an object: %#',
    (data) => {
      expect(getRefusal(ask(data))).toMatchObject({ code: -32602 })
    },
  )

  it('rejects another account', () => {
    expect(getRefusal(createRequest('eth_signTypedData_v4', [otherAddress, mail]))).toMatchObject({ code: -32602 })
  })

  it('never signs a Safe transaction that delegates a call or changes owners', () => {
    const fields = [
      { name: 'to', type: 'address' },
      { name: 'data', type: 'bytes' },
      { name: 'operation', type: 'uint8' },
    ]
    const safe = (data: string, operation: number) => ({
      domain: { chainId: 1, verifyingContract: token },
      types: { SafeTx: fields },
      primaryType: 'SafeTx',
      message: { to: token, data, operation },
    })
    expect(getRefusal(ask(safe('0x', 1)))).toMatchObject({ code: 4200 })
    expect(getRefusal(ask(safe(`0xe318b52b${'00'.repeat(96)}`, 0)))).toMatchObject({ code: 4200 })
    expect(getRefusal(ask(safe('0xa9059cbb', 0)))).toBe(null)
  })
})
