import { Transaction } from 'ethers'
import fc from 'fast-check'
import { type Hex, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { describe, expect, it } from 'vitest'
import type { EvmTransactionSummary } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import type { SigningRequest } from '../signingRequest.js'
import { accounts, createRequest, getRefusal, otherAddress, signIt } from '../testing/requests.js'

const from = accounts.eip155
const complete = {
  from,
  to: otherAddress,
  value: '0x0de0b6b3a7640000',
  nonce: '0x07',
  gas: '0x5208',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x3b9aca00',
  chainId: '0x1',
}
const legacy = { from, to: otherAddress, value: '0x1', nonce: 0, gasLimit: '0x5208', gasPrice: '0x3b9aca00' }
const ask = (change: object = {}, base: object = complete): SigningRequest =>
  createRequest('eth_sendTransaction', [{ ...base, ...change }])
const read = (request: SigningRequest): EvmTransactionSummary =>
  describeRequest(request).summary as EvmTransactionSummary

const amount = (bits: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`
const bytes = (min: number, max: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((data): Hex => `0x${Buffer.from(data).toString('hex')}`)

describe('eth_sendTransaction', () => {
  it('describes what is sent, and the maximum fee', () => {
    expect(describeRequest(ask()).summary).toEqual({
      kind: 'evmTransaction',
      method: 'eth_sendTransaction',
      chain: 'eip155:1',
      account: from,
      to: otherAddress,
      value: '1000000000000000000',
      nonce: 7,
      gas: '21000',
      maxFeePerGas: '2000000000',
      maxPriorityFeePerGas: '1000000000',
      feeLimit: '42000000000000',
      call: { type: 'none' },
      data: '0x',
      warnings: [],
    })
    expect(read(ask({}, legacy))).toMatchObject({ value: '1', maxFeePerGas: '1000000000', feeLimit: '21000000000000' })
  })

  it('signs what it described: viem and ethers decode the same from the signed bytes', async () => {
    const tip = fc.tuple(amount(64n), amount(64n)).map(([a, b]) => (a > b ? [a, b] : [b, a]) as [bigint, bigint])
    const model = fc.record({
      to: bytes(20, 20),
      value: amount(256n),
      nonce: fc.maxSafeNat(),
      gas: fc.bigInt({ min: 21_000n, max: 2n ** 40n }),
      fees: tip,
      data: bytes(0, 80),
      chain: fc.constantFrom(1, 10, 137, 42_161, 11_155_111),
      type: fc.constantFrom('0x0', '0x1', '0x2'),
    })
    await fc.assert(
      fc.asyncProperty(model, async ({ to, value, nonce, gas, fees: [high, low], data, chain, type }) => {
        const fees =
          type === '0x2' ? { maxFeePerGas: hex(high), maxPriorityFeePerGas: hex(low) } : { gasPrice: hex(high) }
        const params = { from, to, value: hex(value), nonce: hex(nonce), gas: hex(gas), data, type, ...fees }
        const request = createRequest('eth_sendTransaction', [params], { chain: `eip155:${chain}` })
        const { result, summary } = await signIt(request)
        const shown = summary as EvmTransactionSummary
        const signed = result as TransactionSerialized
        expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(from)

        const byEthers = Transaction.from(signed)
        expect(byEthers.from).toBe(from)
        expect(byEthers.to).toBe(shown.to)
        expect(byEthers.to?.toLowerCase()).toBe(to)
        expect(String(byEthers.value)).toBe(shown.value)
        expect(byEthers.value).toBe(value)
        expect(byEthers.nonce).toBe(shown.nonce)
        expect(String(byEthers.gasLimit)).toBe(shown.gas)
        expect(byEthers.data).toBe(shown.data)
        expect(Number(byEthers.chainId)).toBe(chain)
        expect(String(byEthers.maxFeePerGas ?? byEthers.gasPrice)).toBe(shown.maxFeePerGas)
        expect(shown.feeLimit).toBe(String(gas * high))

        const byViem = parseTransaction(signed)
        expect(byViem.chainId).toBe(chain)
        expect(byViem.value ?? 0n).toBe(value)
        expect(byViem.data ?? '0x').toBe(data)
      }),
      { numRuns: 60 },
    )
  })

  it('keeps an access list, which affects only the fee', async () => {
    const accessList = [{ address: otherAddress, storageKeys: [`0x${'01'.repeat(32)}`] }]
    const { result } = await signIt(ask({ accessList }))
    expect(parseTransaction(result as TransactionSerialized)).toHaveProperty('accessList', [
      { address: otherAddress.toLowerCase(), storageKeys: accessList[0]?.storageKeys },
    ])
    expect(Transaction.from((await signIt(ask({ accessList }, legacy))).result as string).type).toBe(1)
  })

  it('creates a contract with a warning', async () => {
    const request = ask({ to: undefined, data: '0x6080', gas: '0xffff' })
    expect(read(request)).toMatchObject({ to: null, call: { type: 'create' }, warnings: ['contractCreation'] })
    expect(Transaction.from((await signIt(request)).result as string).to).toBe(null)
    expect(getRefusal(ask({ to: undefined }))).toMatchObject({ code: -32602 })
    expect(getRefusal(ask({ to: null, data: '0x' }))).toMatchObject({ code: -32602 })
  })

  it.each([['0x1'], ['0x01'], ['0x0000000000000001'], [1], ['1'], [undefined], [null]])(
    'accepts the chain id %j on chain 1',
    (chainId) => {
      expect(read(ask({ chainId })).chain).toBe('eip155:1')
    },
  )

  it.each<[string, object]>([
    ['the address of another account as from', { from: otherAddress }],
    ['no from address', { from: undefined }],
    ['another chain', { chainId: '0x2' }],
    ['a chain that is not a number', { chainId: 'one' }],
    ['a chain with a fraction', { chainId: 1.5 }],
    ['a chain that is an object', { chainId: {} }],
    ['a negative value', { value: '-0x1' }],
    ['a negative number as value', { value: -1 }],
    ['a value of 2^256', { value: `0x1${'0'.repeat(64)}` }],
    ['a value in decimals', { value: '1000' }],
    ['a value without digits', { value: '0x' }],
    ['a number above the safe integers as value', { value: 2 ** 53 }],
    ['data of an odd number of digits', { data: '0xabc' }],
    ['data that is not hex', { data: '0xzz' }],
    ['data that is a number', { data: 1 }],
    ['data and input that differ', { data: '0x01', input: '0x02' }],
    ['more data than a node accepts', { data: `0x${'00'.repeat(131_073)}` }],
    ['an address of 39 digits', { to: otherAddress.slice(0, -1) }],
    ['an address of 41 digits', { to: `${otherAddress}0` }],
    ['an address with a wrong checksum', { to: otherAddress.replace('d8dA', 'D8dA') }],
    ['a name instead of an address', { to: 'vitalik.eth' }],
    ['an empty address', { to: '' }],
    ['no nonce', { nonce: undefined }],
    ['no gas', { gas: undefined }],
    ['too little gas', { gas: '0x5207' }],
    ['gas beyond 64 bits', { gas: `0x1${'0'.repeat(16)}` }],
    ['two different gas limits', { gasLimit: '0x5209' }],
    ['no fees', { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }],
    ['one fee', { maxPriorityFeePerGas: undefined }],
    ['a priority fee above the maximum fee', { maxPriorityFeePerGas: '0x77359401' }],
    ['fees of two kinds', { gasPrice: '0x1' }],
    ['EIP-1559 fees in a legacy transaction', { type: '0x0' }],
    ['an unknown field', { feeCurrency: otherAddress }],
    ['an invalid access list', { accessList: [{}] }],
    ['a storage key of 31 bytes', { accessList: [{ address: otherAddress, storageKeys: [`0x${'01'.repeat(31)}`] }] }],
  ])('rejects %s', (_, change) => {
    expect(getRefusal(ask(change))).toMatchObject({ code: -32602 })
  })

  it.each<[string, object]>([
    ['type 4', { type: '0x4' }],
    ['type 4 with a leading zero', { type: '0x04' }],
    ['type 3', { type: 3 }],
    ['a future type', { type: '0x7f' }],
    ['an authorization list', { authorizationList: [] }],
    ['blobs', { blobs: ['0x'] }],
    ['blob hashes', { blobVersionedHashes: [] }],
    ['a blob fee', { maxFeePerBlobGas: '0x1' }],
  ])('never signs %s', (_, change) => {
    expect(getRefusal(ask(change))).toMatchObject({ code: 4200 })
  })

  it.each([[undefined], [null], [{}], [[]], ['x'], [[null]], [['x']], [[[]]]])(
    'rejects the parameters %j',
    (params) => {
      expect(getRefusal(createRequest('eth_sendTransaction', params))).toMatchObject({ code: -32602 })
    },
  )

  it('rejects an invalid network', () => {
    for (const chain of [
      'eip155:0',
      'eip155:01',
      'eip155:x',
      'eip155:',
      'eip155',
      'solana:1',
      `eip155:${'9'.repeat(17)}`,
    ])
      expect(getRefusal({ ...ask(), chain })).toMatchObject({ code: -32602 })
  })

  it('warns of ether sent to the zero address', () => {
    expect(read(ask({ to: `0x${'0'.repeat(40)}` })).warnings).toEqual(['burn'])
    expect(read(ask({ to: `0x${'0'.repeat(40)}`, value: '0x0' })).warnings).toEqual([])
  })
})
