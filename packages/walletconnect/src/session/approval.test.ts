import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertApproved, hasEvent, hasMethod, parseApproval } from './approval.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('parseApproval', () => {
  test('returns accounts and chains in the order of the wallet', () => {
    const approval = parseApproval({
      eip155: {
        accounts: [`eip155:10:${address}`, `eip155:1:${address}`, `eip155:1:${other}`],
        methods: ['personal_sign'],
        events: ['chainChanged'],
      },
    })
    expect(approval.eip155?.chains).toEqual(['eip155:10', 'eip155:1'])
    expect(approval.eip155?.accounts).toEqual([
      { caipNetworkId: 'eip155:10', address },
      { caipNetworkId: 'eip155:1', address },
      { caipNetworkId: 'eip155:1', address: other },
    ])
    expect(approval.solana).toBeUndefined()
  })

  test('limits the methods and events of a chain’s key to that chain', () => {
    const approval = parseApproval({
      eip155: { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] },
      'eip155:10': { accounts: [`eip155:10:${address}`], methods: ['eth_sendTransaction'], events: ['x'] },
    })
    expect(hasMethod(approval, 'eip155:1', 'personal_sign')).toBe(true)
    expect(hasMethod(approval, 'eip155:10', 'personal_sign')).toBe(false)
    expect(hasMethod(approval, 'eip155:10', 'eth_sendTransaction')).toBe(true)
    expect(hasEvent(approval, 'eip155:10', 'x')).toBe(true)
    expect(hasEvent(approval, 'eip155:1', 'x')).toBe(false)
  })

  test('ignores accounts of another namespace or chain than that of the key', () => {
    const accounts = [`solana:x:${address}`, `eip155:10:${address}`, `eip155:1:${address}`]
    expect(parseApproval({ 'eip155:1': { accounts, methods: [], events: [] } }).eip155?.chains).toEqual(['eip155:1'])
    expect(parseApproval({ cosmos: { accounts, methods: [], events: [] } })).toEqual({})
  })

  test('removes duplicate accounts, and reads at most a thousand', () => {
    const accounts = Array.from({ length: 5_000 }, (_, index) => `eip155:${index + 1}:${address}`)
    const entry = { methods: [], events: [] }
    expect(parseApproval({ eip155: { accounts: [accounts[0], accounts[0]], ...entry } }).eip155?.accounts).toHaveLength(
      1,
    )
    expect(parseApproval({ eip155: { accounts, ...entry } }).eip155?.accounts).toHaveLength(1_000)
  })

  for (const value of [null, undefined, 'eip155', [], { eip155: null }, { eip155: { accounts: 'x' } }, { '': {} }])
    test(`${JSON.stringify(value)} approves nothing`, () => {
      expect(parseApproval(value)).toEqual({})
    })

  test('never throws, and lists the chain of every approved account', () => {
    const account = fc.constantFrom(`eip155:1:${address}`, `solana:a:b`, 'eip155:1', '', 'a:b:c:d', 'tron:1:x')
    const entry = fc.record({
      accounts: fc.array(fc.oneof(account, fc.anything())),
      methods: fc.anything(),
      events: fc.anything(),
    })
    const key = fc.oneof(fc.constantFrom('eip155', 'eip155:1', 'solana', 'tron', '__proto__'), fc.string())
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.dictionary(key, fc.oneof(entry, fc.anything()))), (value) => {
        for (const { accounts, chains } of Object.values(parseApproval(value)))
          for (const { caipNetworkId } of accounts) expect(chains).toContain(caipNetworkId)
      }),
    )
  })
})

describe('assertApproved', () => {
  const approval = parseApproval({
    eip155: { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: [] },
    solana: { accounts: ['solana:a:b'], methods: ['solana_signMessage'], events: [] },
  })

  test('[S5.20] accepts an approved method on a chain with an account', () => {
    expect(() => assertApproved(approval, 'personal_sign', ['eip155:1'])).not.toThrow()
  })

  test('[S5.20] hasEvent is true only for an event that was approved on a chain with an account', () => {
    const some = parseApproval({
      'eip155:1': { accounts: [`eip155:1:${address}`], methods: [], events: ['accountsChanged'] },
      'eip155:10': { accounts: [`eip155:10:${address}`], methods: [], events: ['chainChanged'] },
      'eip155:5': { accounts: [], methods: [], events: ['accountsChanged'] },
    })
    const chains = ['eip155:1', 'eip155:10', 'eip155:5'] as const
    expect(chains.filter((chain) => hasEvent(some, chain, 'accountsChanged'))).toEqual(['eip155:1'])
  })

  test('[S8.50] error: throws NOT_APPROVED for another chain', () => {
    expect(() => assertApproved(approval, 'personal_sign', ['eip155:10'])).toThrow(
      expect.objectContaining({ code: 'NOT_APPROVED', shortMessage: 'The wallet has not approved eip155:10.' }),
    )
  })

  test('[S8.51] error: throws NOT_APPROVED for another method, such as wallet_getCallsStatus', () => {
    expect(() => assertApproved(approval, 'wallet_getCallsStatus', ['eip155:1'])).toThrow(
      expect.objectContaining({
        code: 'NOT_APPROVED',
        shortMessage: 'The wallet has not approved wallet_getCallsStatus on eip155:1.',
      }),
    )
  })

  test('[S8.53] error: throws MULTI_NAMESPACE_REQUEST for chains of two namespaces', () => {
    expect(() => assertApproved(approval, 'personal_sign', ['eip155:1', 'solana:a'])).toThrow(
      expect.objectContaining({
        code: 'MULTI_NAMESPACE_REQUEST',
        shortMessage: 'Multi-namespace requests not supported',
      }),
    )
  })
})
