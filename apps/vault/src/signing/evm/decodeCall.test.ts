import { Interface } from 'ethers'
import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { EvmTransactionSummary } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import { accounts, createRequest, getRefusal, otherAddress } from '../testing/requests.js'
import { decodeCall } from './decodeCall.js'

const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const abi = new Interface([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function decreaseAllowance(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function safeTransferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256,bytes)',
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'function execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
  'function swapOwner(address,address,address)',
])
/** Encodes with another library than the one that decodes. */
const encode = (name: string, args: readonly unknown[]): Hex => abi.encodeFunctionData(name, args) as Hex
const us = accounts.eip155
const most = 2n ** 256n - 1n

const ask = (data: Hex) => {
  const fees = { gas: '0xfffff', gasPrice: '0x1', nonce: '0x0' }
  return createRequest('eth_sendTransaction', [{ from: us, to: token, data, ...fees }])
}
const warn = (data: Hex) => (describeRequest(ask(data)).summary as EvmTransactionSummary).warnings

describe('decodeCall', () => {
  it('decodes token transfers', () => {
    expect(decodeCall(token, encode('transfer', [otherAddress, 5n]))).toEqual({
      type: 'transfer',
      token,
      to: otherAddress,
      amount: '5',
    })
    expect(decodeCall(token, encode('transferFrom', [us, otherAddress, most]))).toEqual({
      type: 'transferFrom',
      token,
      from: us,
      to: otherAddress,
      amount: String(most),
    })
  })

  it.each(['approve', 'increaseAllowance', 'decreaseAllowance'] as const)('decodes %s', (type) => {
    const base = { type, token, spender: otherAddress }
    expect(decodeCall(token, encode(type, [otherAddress, 7n]))).toEqual({ ...base, amount: '7', isUnlimited: false })
    expect(decodeCall(token, encode(type, [otherAddress, most]))).toEqual({
      ...base,
      amount: String(most),
      isUnlimited: true,
    })
  })

  it.each([
    [2n ** 256n - 1n, true],
    [2n ** 255n, true],
    [2n ** 160n - 1n, true],
    [2n ** 96n - 1n, true],
    [10n ** 27n, false],
    [0n, false],
  ])('warns of an allowance of %s: %s', (amount, isUnlimited) => {
    expect(warn(encode('approve', [otherAddress, amount]))).toEqual(isUnlimited ? ['unlimitedAllowance'] : [])
  })

  it('decodes transfers of NFTs', () => {
    const base = { type: 'itemTransfer', collection: token, from: us, to: otherAddress }
    expect(decodeCall(token, encode('safeTransferFrom(address,address,uint256)', [us, otherAddress, 9n]))).toEqual({
      ...base,
      items: [{ id: '9', amount: '1' }],
    })
    const withData = encode('safeTransferFrom(address,address,uint256,bytes)', [us, otherAddress, 9n, '0x01'])
    expect(decodeCall(token, withData)).toEqual({ ...base, items: [{ id: '9', amount: '1' }] })
    const counted = encode('safeTransferFrom(address,address,uint256,uint256,bytes)', [us, otherAddress, 9n, 3n, '0x'])
    expect(decodeCall(token, counted)).toEqual({ ...base, items: [{ id: '9', amount: '3' }] })
    const batch = encode('safeBatchTransferFrom', [us, otherAddress, [1n, 2n], [3n, 4n], '0x'])
    const items = [
      { id: '1', amount: '3' },
      { id: '2', amount: '4' },
    ]
    expect(decodeCall(token, batch)).toEqual({ ...base, items })
    const uneven = encode('safeBatchTransferFrom', [us, otherAddress, [1n, 2n], [3n], '0x'])
    expect(decodeCall(token, uneven)).toEqual({ type: 'unknown', selector: '0x2eb2c2d6' })
  })

  it('warns of an approval for all items, but not of its revocation', () => {
    expect(warn(encode('setApprovalForAll', [otherAddress, true]))).toEqual(['allItems'])
    expect(warn(encode('setApprovalForAll', [otherAddress, false]))).toEqual([])
  })

  it('warns of tokens sent to the token contract itself', () => {
    expect(warn(encode('transfer', [token, 5n]))).toEqual(['burn'])
  })

  it('never signs a standard call in another encoding, which contracts may still accept', () => {
    const data = encode('transfer', [otherAddress, 5n])
    const batch = encode('safeBatchTransferFrom', [us, otherAddress, [1n], [3n], '0x'])
    const odd = [
      data.slice(0, -2),
      // old contracts ignore the bytes above the address
      `${data.slice(0, 10)}ff${data.slice(12)}`,
      data.slice(0, 10),
      // the lists start a word later
      batch.replace(/00a0/, '00c0'),
      encode('safeBatchTransferFrom', [us, otherAddress, [1n, 2n], [3n], '0x']),
    ] as Hex[]
    for (const one of odd) {
      expect(decodeCall(token, one)).toEqual({ type: 'unknown', selector: one.slice(0, 10) })
      expect(getRefusal(ask(one))).toMatchObject({ code: -32602 })
    }
    expect(decodeCall(token, '0x12')).toEqual({ type: 'unknown', selector: '0x12' })
  })

  it('decodes a standard call with trailing bytes, which contracts ignore', () => {
    const data = encode('transfer', [otherAddress, 5n])
    const transfer = { type: 'transfer', token, to: otherAddress, amount: '5' }
    for (const suffix of ['00', '07626173655f617070']) {
      expect(decodeCall(token, `${data}${suffix}`)).toEqual(transfer)
      expect(describeRequest(ask(`${data}${suffix}`)).summary).toMatchObject({ call: transfer, warnings: [] })
    }
  })

  it('decodes any bytes, in bounded time', () => {
    const selectors = fc.constantFrom(...abi.fragments.map((one) => abi.getFunction(one.format())?.selector ?? '0x'))
    const tail = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('hex'))
    fc.assert(
      fc.property(selectors, tail, (selector, rest) => {
        const start = performance.now()
        expect(decodeCall(token as Address, `${selector}${rest}` as Hex).type).toBeTypeOf('string')
        expect(performance.now() - start).toBeLessThan(1_000)
      }),
    )
  })

  it('never signs a call that makes a Safe account delegate a call or change its owners', () => {
    const zero = `0x${'0'.repeat(40)}`
    const run = (data: string, operation: number): Hex =>
      encode('execTransaction', [token, 0n, data, operation, 0n, 0n, 0n, zero, zero, '0x'])
    const swap = encode('swapOwner', [zero, otherAddress, us])
    expect(getRefusal(ask(run('0x', 1)))).toMatchObject({ code: 4200 })
    expect(getRefusal(ask(run(swap, 0)))).toMatchObject({ code: 4200 })
    expect(getRefusal(ask('0x6a761202'))).toMatchObject({ code: -32602 })
    expect(getRefusal(ask(run(encode('transfer', [otherAddress, 1n]), 0)))).toBe(null)
  })
})
