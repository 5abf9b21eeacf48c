import fc from 'fast-check'
import {
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashMessage,
  hexToBigInt,
  parseAbi,
  recoverTypedDataAddress,
  slice,
  toHex,
} from 'viem'
import { describe, expect, it } from 'vitest'
import type { CallsSummary } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { describeRequest } from '../readRequest.js'
import { signRequest } from '../signRequest.js'
import {
  accounts,
  createRequest,
  entropy,
  getRefusal,
  now,
  otherAddress,
  signIt,
  sponsoredTerms,
  terms,
} from '../testing/requests.js'
import { decodeCalls, encodeCalls } from './calls.js'
import { draftOperation } from './draftOperation.js'
import { entryPoint, multiSend, safeModule, toSmartAccount } from './smartAccount.js'

const { address: smart, factory, factoryData } = toSmartAccount(accounts)
const to = getAddress(otherAddress)
const abi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
])
const enableModule = `0x610b5925${'0'.repeat(24)}${to.slice(2)}`
const send = (transaction: object, more: unknown = terms) =>
  createRequest('eth_sendTransaction', [{ from: smart, to, ...transaction }, more])
const sendCalls = (request: object, more: unknown = terms) =>
  createRequest('wallet_sendCalls', [
    { version: '2.0.0', from: smart, calls: [{ to, value: '0x1' }], ...request },
    more,
  ])
const operate = (operation: object, more: unknown = terms) =>
  createRequest('eth_sendUserOperation', [
    { sender: smart, callData: callData([{ to }]), ...operation },
    entryPoint,
    more,
  ])
const callData = (calls: readonly object[]): Hex =>
  encodeCalls(calls.map((call) => ({ to, value: 0n, data: '0x' as const, ...call })))

describe('a transaction of the smart account', () => {
  it('is described as an operation, with its calls, fee limit, paymaster and deployment', () => {
    const { summary } = describeRequest(send({ value: '0x10' }))
    const gas = 0x30d40 + 0x7a120 + 0xc350
    expect(summary).toMatchObject({
      kind: 'calls',
      account: smart,
      deploys: true,
      paymaster: null,
      warnings: [],
      calls: [{ to, value: '16', data: '0x', call: { type: 'none' } }],
      gas: String(gas),
      feeLimit: String(BigInt(gas) * 2_000_000_000n),
    })
    const sponsored = describeRequest(send({}, sponsoredTerms)).summary as CallsSummary
    expect([sponsored.paymaster, sponsored.deploys]).toEqual([to, true])
  })

  it('is signed as described, with a validity of one hour', async () => {
    const { result, canonical, digest } = await signIt(send({ value: '0x10' }))
    const { operation } = result as { operation: Record<string, Hex> }
    expect(operation).toMatchObject({ sender: smart, factory, factoryData, nonce: '0x0' })
    const signature = operation['signature'] ?? '0x'
    expect(hexToBigInt(slice(signature, 6, 12)) * 1_000n).toBe(BigInt(now) + 3_600_000n)
    expect(decodeCalls(operation['callData'] ?? '0x').calls).toEqual([{ to, value: 16n, data: '0x' }])
    const other = canonical.replace('"value":"0x10"', '"value":"0x11"')
    const expected = { digest, method: 'eth_sendTransaction', chain: 'eip155:1', origin: 'https://app.example' }
    await expect(signRequest({ canonical: other, entropy, expected })).rejects.toThrow(InvalidRequestError)
  })

  it.each([
    ['another chain', { chainId: '0x2' }],
    ['a negative value', { value: '-0x1' }],
    ['a value of 2^256', { value: toHex(2n ** 256n) }],
    ['hex with an odd number of digits', { data: '0xabc' }],
    ['an invalid address', { to: '0x12' }],
    ['data and input that differ', { data: '0x00', input: '0x01' }],
    ['an unknown field', { maxFee: '0x1' }],
  ])('[I15] error: -32602 for %s', (_, change) => {
    expect(getRefusal(send(change))).toMatchObject({ code: -32602 })
  })

  it('[I15] accepts the chain id in any notation, but no other account', () => {
    for (const chainId of ['0x01', 1, '1']) expect(getRefusal(send({ chainId }))).toBeNull()
    expect(getRefusal(createRequest('eth_sendTransaction', [{ from: otherAddress, to }, terms]))).toMatchObject({
      code: -32602,
    })
  })

  it.each([
    ['an authorization list', { authorizationList: [] }],
    ['type 4', { type: '0x4' }],
    ['blobs', { blobs: [] }],
    ['a deployment', { to: null, data: '0x00' }],
  ])('[I16] error: 4200 for %s', (_, change) => {
    expect(getRefusal(send(change))).toMatchObject({ code: 4200 })
  })

  it.each([
    ['an invalid nonce', { nonce: '-1' }],
    ['no gas', { callGasLimit: undefined }],
    ['a priority fee above the maximum fee', { maxPriorityFeePerGas: '0x77359401' }],
    ['no deployment flag', { deploys: undefined }],
    ['an invalid paymaster', { paymaster: '0x1' }],
    ['a paymaster without data', { paymaster: to }],
  ])('error: -32602 for terms with %s', (_, change) => {
    expect(getRefusal(send({}, { ...terms, ...change }))).toMatchObject({ code: -32602 })
    expect(getRefusal(send({}, null))).toMatchObject({ code: -32602 })
  })
})

describe('control over the account', () => {
  const exec = (inner: string, operation: number): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'execTransaction',
      args: [to, 0n, inner as Hex, operation, 0n, 0n, 0n, to, to, '0x'],
    })

  it.each([
    ['a change of its modules', { to: smart, data: enableModule }],
    ['a call of its own functions', { to: smart, data: '0x12345678' }],
    ['a call to its module', { to: safeModule, data: '0x12345678' }],
    ['a call to the entry point', { to: entryPoint, data: '0xb760faf9' }],
    ['a delegate call of another Safe', { data: exec('0x', 1) }],
    ['a change of another Safe', { data: exec(enableModule, 0) }],
  ])('error: 4200 for %s, alone, in a batch and as an operation', (_, call) => {
    const calls = [
      { to, value: '0x1' },
      { to, ...call },
    ]
    expect(getRefusal(send(call))).toMatchObject({ code: 4200 })
    expect(getRefusal(sendCalls({ calls }))).toMatchObject({ code: 4200 })
    const data = callData([{ to, ...call }])
    expect(getRefusal(operate({ callData: data }))).toMatchObject({ code: 4200 })
    expect(() => draftOperation(sendCalls({ calls }))).toThrow(InvalidRequestError)
  })

  it('error: 4200 for direct calls by its owner, and for approvals of a hash on any Safe', () => {
    const base = { from: accounts.eip155, nonce: '0x0', gas: '0x30d40', gasPrice: '0x1' }
    const sendOwn = (call: object) => createRequest('eth_sendTransaction', [{ ...base, ...call }])
    const approve = `0xd4d9bdcd${'9f'.repeat(32)}`
    for (const call of [
      { to: smart, data: exec('0x', 0) },
      { to: smart, data: approve },
      { to, data: approve },
    ])
      expect(getRefusal(sendOwn(call))).toMatchObject({ code: 4200 })
    expect(getRefusal(send({ data: approve }))).toMatchObject({ code: 4200 })
    expect(getRefusal(sendOwn({ to: smart, value: '0x1' }))).toBeNull()
  })

  it('error: 4200 for direct calls by its owner even while a passkey-owned account is in use', () => {
    const passkeys = [{ x: toHex(1, { size: 32 }), y: toHex(2, { size: 32 }) }] as const
    const owned = { ...accounts, selfCustody: { first: passkeys[0], passkeys } }
    expect(toSmartAccount(owned).address).not.toBe(smart)
    const gas = { nonce: '0x0', gas: '0x30d40', gasPrice: '0x1' }
    const call = { from: accounts.eip155, ...gas, to: smart }
    const ask = (change: object) =>
      getRefusal(createRequest('eth_sendTransaction', [{ ...call, ...change }], { accounts: owned }))
    expect(ask({ data: exec('0x', 0) })).toMatchObject({ code: 4200 })
    expect(ask({ value: '0x1' })).toBeNull()
    const data = {
      domain: { chainId: 1, verifyingContract: smart },
      primaryType: 'SafeTx',
      types: { SafeTx: [{ name: 'to', type: 'address' }] },
      message: { to },
    }
    const typed = createRequest('eth_signTypedData_v4', [accounts.eip155, data], { accounts: owned })
    expect(getRefusal(typed)).toMatchObject({ code: 4200 })
  })

  it('allows ether to itself, and transactions of other Safes', () => {
    expect(getRefusal(send({ to: smart, value: '0x1' }))).toBeNull()
    expect(getRefusal(send({ data: exec('0x', 0) }))).toBeNull()
  })

  it.each([
    ['SafeOp', safeModule],
    ['SafeMessage', smart],
    ['SafeTx', smart],
    ['Anything', smart],
  ])(
    'error: 4200 for %s as typed data, which the account would accept as signed by its owner',
    (primaryType, verifyingContract) => {
      const domain = { chainId: 1, verifyingContract }
      const data = {
        domain,
        primaryType,
        types: { [primaryType]: [{ name: 'message', type: 'bytes' }] },
        message: { message: '0x00' },
      }
      for (const account of [accounts.eip155, smart])
        expect(getRefusal(createRequest('eth_signTypedData_v4', [account, data]))).toMatchObject({ code: 4200 })
    },
  )
})

describe('wallet_sendCalls', () => {
  it('is one operation with an id, with each call described and its warnings [S5.10]', async () => {
    const data = `0x095ea7b3${'0'.repeat(24)}${to.slice(2)}${'f'.repeat(64)}`
    const { summary, result } = await signIt(
      sendCalls({
        id: 'mine',
        calls: [
          { to, value: '0x1' },
          { to, data },
        ],
      }),
    )
    const { calls, warnings } = summary as CallsSummary
    expect(calls.map(({ call }) => call.type)).toEqual(['none', 'approve'])
    expect([calls[0]?.warnings, calls[1]?.warnings, warnings]).toEqual([
      [],
      ['unlimitedAllowance'],
      ['unlimitedAllowance'],
    ])
    const { operation, id, version } = result as { operation: { callData: Hex }; id: string; version: string }
    expect([id, version]).toEqual(['mine', '2.0.0'])
    expect(decodeCalls(operation.callData).calls.map((call) => call.value)).toEqual([1n, 0n])
    const anonymous = (await signIt(sendCalls({}))).result as { id: string; hash: string }
    expect(anonymous.id).toBe(anonymous.hash)
  })

  it.each([
    ['no calls', { calls: [] }, -32602],
    ['calls that are not a list', { calls: 'all' }, -32602],
    ['1,000 calls', { calls: Array.from({ length: 1_000 }, () => ({ to })) }, 5740],
    ['data abc', { calls: [{ to, data: 'abc' }] }, -32602],
    ['to without 0x', { calls: [{ to: to.slice(2) }] }, -32602],
    ['a deployment', { calls: [{ data: '0x00' }] }, 4200],
    [
      'more data than a block holds',
      { calls: Array.from({ length: 3 }, () => ({ to, data: `0x${'00'.repeat(50_000)}` })) },
      5740,
    ],
    ['another chain', { chainId: '0x2' }, 5710],
    ['an unknown capability', { capabilities: { auxiliaryFunds: {} } }, 5700],
    ['an unknown capability of a call', { calls: [{ to, capabilities: { fast: { optional: false } } }] }, 5700],
    ['another account', { from: otherAddress }, -32602],
    ['the EOA', { from: accounts.eip155 }, 5760],
    ['a future version', { version: '3.0' }, -32602],
    ['an invalid id', { id: 7 }, -32602],
    ['an id of 5,000 characters', { id: 'x'.repeat(5_000) }, -32602],
    ['an invalid permission context', { capabilities: { permissions: { context: 'all' } } }, -32602],
  ])('[I21] error: rejects %s [S5.10]', (_, change, code) => {
    expect(getRefusal(sendCalls(change))).toMatchObject({ code })
    expect(() => draftOperation(sendCalls(change))).toThrow(InvalidRequestError)
  })

  it('[I21] ignores unknown optional capabilities, and accepts chain and account in any notation', () => {
    const capabilities = { auxiliaryFunds: { optional: true }, paymasterService: { url: 'https://pay.example' } }
    expect(getRefusal(sendCalls({ capabilities, chainId: '0x01', from: smart.toLowerCase() }))).toBeNull()
    expect(getRefusal(sendCalls({ from: undefined, version: '1.0' }))).toBeNull()
  })
})

describe('eth_sendUserOperation', () => {
  it('is decoded to its calls, and encoded again', async () => {
    const data = encodeFunctionData({ abi, functionName: 'executeUserOp', args: [to, 5n, '0x', 0] })
    const { summary, result } = await signIt(operate({ callData: data, signature: '0x', nonce: '0x00' }))
    expect((summary as CallsSummary).calls).toMatchObject([{ to, value: '5' }])
    expect((result as { operation: { callData: Hex } }).operation.callData).toBe(data)
    const draft = draftOperation(operate({ callData: data }))
    expect(draft).toMatchObject({ sender: smart, callData: data, factory, factoryData })
  })

  it.each([
    ['another sender', { sender: otherAddress }, -32602],
    ['another factory', { factory: otherAddress }, -32602],
    ['other data for the factory', { factoryData: '0x00' }, -32602],
    ['a nonce that is not the one filled in', { nonce: '0x9' }, -32602],
    ['a paymaster that is not the one filled in', { paymaster: otherAddress }, -32602],
    ['a field of another version', { initCode: '0x' }, -32602],
    ['hex with an odd number of digits', { callData: '0xabc' }, -32602],
    ['an unknown function of the account', { callData: '0x12345678' }, 4200],
    ['no call', { callData: '0x' }, 4200],
  ])('error: rejects %s', (_, change, code) => {
    expect(getRefusal(operate(change))).toMatchObject({ code })
  })

  it('error: rejects delegate calls, trailing bytes, malformed batches and another entry point', () => {
    const run = (target: Hex, data: Hex, operation: number): Hex =>
      encodeFunctionData({ abi, functionName: 'executeUserOp', args: [target, 0n, data, operation] })
    const item = concat(['0x00', to, `0x${'00'.repeat(64)}`])
    const batch = (bytes: Hex): Hex => encodeFunctionData({ abi, functionName: 'multiSend', args: [bytes] })
    expect(getRefusal(operate({ callData: run(multiSend, batch(concat([item, item])), 1) }))).toBeNull()
    for (const data of [
      run(to, '0x', 1),
      run(to, '0x', 2),
      run(multiSend, '0x', 1),
      run(multiSend, batch('0x'), 1),
      run(multiSend, batch(item), 1),
      run(multiSend, batch(concat([item, item, '0x00'])), 1),
      run(multiSend, batch(concat([item, `0x01${item.slice(4)}`])), 1),
      concat([run(to, '0x', 0), '0x00']),
      batch(item),
    ])
      expect(getRefusal(operate({ callData: data }))?.code).not.toBeUndefined()
    expect(
      getRefusal(createRequest('eth_sendUserOperation', [{ sender: smart, callData: run(to, '0x', 0) }, to, terms])),
    ).toMatchObject({
      code: -32602,
    })
  })

  it('decodes any encoded calls, and rejects any other bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 100 }).map((array): Hex => toHex(array))
    const call = fc.record({
      to: fc.constantFrom(to, smart, multiSend),
      value: fc.bigInt(0n, 2n ** 256n - 1n),
      data: bytes,
    })
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 5 }), (calls) => {
        expect(decodeCalls(encodeCalls(calls)).calls).toEqual(calls)
      }),
    )
    fc.assert(
      fc.property(bytes, fc.constantFrom('0x', '0x7bb37428', '0x541d63c8', '0x8d80ff0a'), (tail, head) => {
        expect(() => decodeCalls(concat([head as Hex, tail]))).toThrow(InvalidRequestError)
      }),
    )
  })
})

describe('a signature of the smart account', () => {
  it('is made by the owner in the Safe’s domain, for this account and network only', async () => {
    const { result } = await signIt(createRequest('personal_sign', [toHex('Hello'), smart.toLowerCase()]))
    const { signature, wrapped, account } = result as { signature: Hex; wrapped: Hex; account: string }
    expect([account, wrapped.endsWith('6492'.repeat(16)), wrapped.includes(signature.slice(2))]).toEqual([
      smart,
      true,
      true,
    ])
    const definition = (chainId: number) => ({
      domain: { chainId, verifyingContract: smart },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage' as const,
      message: { message: hashMessage('Hello') },
    })
    expect(await recoverTypedDataAddress({ ...definition(1), signature })).toBe(accounts.eip155)
    expect(await recoverTypedDataAddress({ ...definition(2), signature })).not.toBe(accounts.eip155)
  })

  it.each([
    ['types that contain themselves', { types: { A: [{ name: 'a', type: 'A' }] } }],
    [
      '10,000 fields',
      { types: { A: Array.from({ length: 10_000 }, (_, index) => ({ name: `f${index}`, type: 'bool' })) } },
    ],
    ['another chain', { domain: { chainId: 2 } }],
    ['no primary type', { primaryType: undefined }],
  ])('[I17] error: -32602 for typed data with %s', (_, change) => {
    const data = {
      domain: { chainId: 1 },
      types: { A: [{ name: 'a', type: 'bool' }] },
      primaryType: 'A',
      message: { a: true },
    }
    const signIn = (given: object) => getRefusal(createRequest('eth_signTypedData_v4', [smart, given]))
    expect(signIn({ ...data, ...change })).toMatchObject({ code: -32602 })
    expect(signIn(data)).toBeNull()
  })

  it('is given for a sign-in with its own address, and with no other', () => {
    const text = (account: string): string =>
      `app.example wants you to sign in with your Ethereum account:\n${account}\n\n\nURI: https://app.example\nVersion: 1\nChain ID: 1\nNonce: 12345678\nIssued At: 2026-11-22T08:59:00Z`
    expect(describeRequest(createRequest('personal_sign', [toHex(text(smart)), smart])).summary).toMatchObject({
      kind: 'signIn',
      account: smart,
    })
    expect(getRefusal(createRequest('personal_sign', [toHex(text(accounts.eip155)), smart]))).toMatchObject({
      code: -32602,
    })
  })
})
