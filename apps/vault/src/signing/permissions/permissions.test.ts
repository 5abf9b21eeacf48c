import { getAddress, type Hex, parseAbi, toFunctionSelector, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { CallsSummary, PermissionSummary, PermissionTerms } from '../../protocol/summary.js'
import { describeRequest } from '../readRequest.js'
import { toSmartAccount } from '../smart/smartAccount.js'
import {
  accounts,
  createRequest,
  getRefusal,
  now,
  otherAddress,
  signIt,
  sponsoredTerms,
  terms,
} from '../testing/requests.js'
import { spendPermission } from './spendPermission.js'

const to = getAddress(otherAddress)
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const seconds = Math.floor(now / 1_000)
const game = { type: 'contract-call', data: { address: to, functions: ['play(uint256)'] } }
const grant = (change: object = {}) =>
  createRequest('wallet_grantPermissions', [
    { chainId: '0x1', expiry: seconds + 3_600, signer: { type: 'wallet', data: {} }, permissions: [game], ...change },
  ])
const read = (change: object = {}): PermissionTerms => {
  const { terms: read } = describeRequest(grant(change)).summary as PermissionSummary
  if (!read) throw new Error('There are no terms.')
  return read
}

describe('wallet_grantPermissions', () => {
  it('describes the expiry, the allowances, the contracts and their functions', async () => {
    const abi = parseAbi(['function play(uint256 level)', 'function stop()'])
    const permissions = [
      { type: 'native-token-transfer', data: { allowance: '0x64' } },
      { type: 'erc20-token-transfer', data: { address: token, allowance: '0x10' } },
      {
        type: 'contract-call',
        data: { address: to, abi, functions: [{ functionName: 'play' }, 'stop()'] },
      },
    ]
    const expected = {
      expiry: seconds + 3_600,
      native: '100',
      tokens: [{ address: token, allowance: '16' }],
      contracts: [
        {
          address: to,
          functions: [
            { selector: toFunctionSelector('play(uint256)'), name: 'play(uint256)' },
            { selector: toFunctionSelector('stop()'), name: 'stop()' },
          ],
        },
      ],
    }
    expect(read({ permissions })).toEqual(expected)
    const { result } = await signIt(grant({ permissions }))
    const account = toSmartAccount(accounts).address
    const context = expect.stringMatching(/^0x[\da-f]{32}$/)
    expect(result).toEqual({ terms: expected, account, context, activation: expect.stringMatching(/^0x.*6492$/) })
  })

  it.each([
    ['an expiry in the past', { expiry: seconds }],
    ['no expiry', { expiry: undefined }],
    ['an expiry in more than 30 days', { expiry: seconds + 31 * 86_400 }],
    ['a signer key of the app', { signer: { type: 'key', data: {} } }],
    ['no permission', { permissions: [] }],
    ['an unknown permission', { permissions: [{ type: 'everything', data: {} }] }],
    ['a negative allowance', { permissions: [{ type: 'native-token-transfer', data: { allowance: '-1' } }] }],
    ['a contract without functions', { permissions: [{ type: 'contract-call', data: { address: to } }] }],
    [
      'a function name without an ABI',
      { permissions: [{ type: 'contract-call', data: { address: to, functions: ['play'] } }] },
    ],
    [
      'a bare selector, which cannot be described',
      { permissions: [{ type: 'contract-call', data: { address: to, functions: [{ selector: '0x095ea7b3' }] } }] },
    ],
    ['one contract twice', { permissions: [game, game] }],
    ['another chain', { chainId: '0x2' }],
    ['another account', { address: to }],
  ])('error: -32602 for %s', (_, change) => {
    expect(getRefusal(grant(change))).toMatchObject({ code: -32602 })
  })

  it('error: 4200 for functions that grant allowances or execute other calls', () => {
    for (const text of [
      'approve(address,uint256)',
      'setApprovalForAll(address,bool)',
      'increaseAllowance(address,uint256)',
      'increaseApproval(address,uint256)',
      'multicall(bytes[])',
      'execute(address,uint256,bytes)',
    ]) {
      const permissions = [{ type: 'contract-call', data: { address: token, functions: [text] } }]
      expect(getRefusal(grant({ permissions }))).toMatchObject({ code: 4200 })
    }
  })
})

describe('wallet_requestExecutionPermissions', () => {
  const account = toSmartAccount(accounts).address
  const rules = [{ type: 'expiry', data: { timestamp: seconds + 3_600 } }]
  const native = { type: 'native-token-allowance', data: { allowanceAmount: '0x64' }, isAdjustmentAllowed: true }
  const erc20 = { type: 'erc20-token-allowance', data: { tokenAddress: token, allowanceAmount: '0x10' } }
  const one = { chainId: '0x1', from: account, to: account, permission: native, rules }
  const ask = (...requests: readonly unknown[]) => createRequest('wallet_requestExecutionPermissions', requests)

  it('combines its requests into the terms of an equivalent wallet_grantPermissions', () => {
    const requests = [one, { chainId: '0x1', permission: erc20, rules }, { permission: game, rules }]
    const before = read({
      permissions: [
        { type: 'native-token-transfer', data: { allowance: '0x64' } },
        { type: 'erc20-token-transfer', data: { address: token, allowance: '0x10' } },
        game,
      ],
    })
    expect((describeRequest(ask(...requests)).summary as PermissionSummary).terms).toEqual(before)
  })

  it.each([
    ['no requests', []],
    ['another chain', [{ ...one, chainId: '0x2' }]],
    ['another account', [{ ...one, from: to }]],
    ['an account that another key controls', [{ ...one, to }]],
    ['no expiry', [{ ...one, rules: [] }]],
    ['an unknown rule', [{ ...one, rules: [...rules, { type: 'payee', data: { addresses: [to] } }] }]],
    [
      'different expiries',
      [one, { ...one, permission: erc20, rules: [{ type: 'expiry', data: { timestamp: seconds + 60 } }] }],
    ],
    [
      'a start time in the future',
      [{ ...one, permission: { ...native, data: { ...native.data, startTime: seconds + 60 } } }],
    ],
    [
      'a periodic allowance',
      [{ ...one, permission: { type: 'native-token-periodic', data: { periodAmount: '0x1' } } }],
    ],
    ['an allowance without an amount', [{ ...one, permission: { type: 'native-token-allowance', data: {} } }]],
  ])('error: -32602 for %s', (_, requests) => {
    expect(getRefusal(ask(...requests))).toMatchObject({ code: -32602 })
  })

  it('is revoked by its context, with the standard method and with the legacy one', async () => {
    const context = `0x${'ab'.repeat(16)}`
    for (const [method, params] of [
      ['wallet_revokeExecutionPermission', [{ permissionContext: context.toUpperCase().replace('0X', '0x') }]],
      ['wallet_revokePermissions', [{ permissionsContext: context }]],
    ] as const) {
      const { result } = await signIt(createRequest(method, params))
      expect(result).toEqual({ context, revocation: expect.stringMatching(/^0x.*6492$/) })
    }
  })
})

describe('a permission', () => {
  const play = `${toFunctionSelector('play(uint256)')}${'0'.repeat(64)}`
  const pay = (amount: number): string =>
    `0xa9059cbb${'0'.repeat(24)}${to.slice(2)}${toHex(amount, { size: 32 }).slice(2)}`
  const calls = (list: readonly object[], more: object = sponsoredTerms): CallsSummary => {
    const request = { version: '2.0.0', calls: list, capabilities: { permissions: { context: `0x${'0'.repeat(32)}` } } }
    return describeRequest(createRequest('wallet_sendCalls', [request, more])).summary as CallsSummary
  }
  const all = read({
    permissions: [
      game,
      { type: 'native-token-transfer', data: { allowance: '0x64' } },
      { type: 'erc20-token-transfer', data: { address: token, allowance: '0x10' } },
    ],
  })
  const use = (list: readonly object[], options: Partial<Parameters<typeof spendPermission>[1]> = {}, more?: object) =>
    spendPermission(calls(list, more), { terms: all, spent: {}, now, ...options })

  it('covers the calls that it names, and adds up what is spent', () => {
    expect(use([{ to, data: play }])).toEqual({})
    expect(
      use([
        { to, data: play, value: '0x10' },
        { to, value: '0x4' },
      ]),
    ).toEqual({ native: '20' })
    const spent = use([{ to: token, data: pay(16) }], { spent: { native: '20' } })
    expect(spent).toEqual({ native: '20', [token]: '16' })
  })

  it.each([
    ['another contract', [{ to: token, data: play }]],
    ['another function', [{ to, data: '0x12345678' }]],
    [
      'an additional call',
      [
        { to, data: play },
        { to: token, data: '0x12345678' },
      ],
    ],
    ['bytes after the arguments', [{ to, data: `${play}00` }]],
    ['too few arguments', [{ to, data: play.slice(0, 72) }]],
    ['a token approval', [{ to: token, data: `0x095ea7b3${pay(1).slice(10)}` }]],
    ['too much ether', [{ to, value: '0x65' }]],
    [
      'too much ether in total',
      [
        { to, value: '0x60' },
        { to, value: '0x5' },
      ],
    ],
    ['too many tokens', [{ to: token, data: pay(17) }]],
    ['a call without data or value', [{ to }]],
  ])('error: 4200 for %s', (_, list) => {
    expect(() => use(list)).toThrow(/The permission does not allow/)
  })

  it('error: 4200 if it has expired, or the remaining allowance does not cover the value or the fee', () => {
    expect(() => use([{ to, data: play }], { now: all.expiry * 1_000 })).toThrow(/expired/)
    expect(() => use([{ to, value: '0x2' }], { spent: { native: '99' } })).toThrow(/native/)
    expect(() => use([{ to, data: play }], {}, terms)).toThrow(/native/)
    const rich = { ...all, native: String(10n ** 18n) }
    expect(Number(use([{ to, data: play }], { terms: rich }, terms)['native'])).toBeGreaterThan(10 ** 15)
  })

  it('is revoked by its context', () => {
    const context = `0x${'ab'.repeat(16)}` as Hex
    const revoke = (params: unknown) => createRequest('wallet_revokePermissions', params)
    expect(describeRequest(revoke([{ permissionsContext: context }])).summary).toMatchObject({
      kind: 'permission',
      terms: null,
    })
    for (const params of [[], [{}], [{ permissionsContext: '0x12' }]])
      expect(getRefusal(revoke(params))).toMatchObject({ code: -32602 })
  })
})
