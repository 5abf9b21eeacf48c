import { createEvmWallet } from '@latchkey/testing'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { feature, setUpFeatures } from '../../test/setUpFeatures.js'

const permission = { type: 'native-token-allowance', data: { allowanceAmount: '0xa' } }

const expiry = Math.floor(Date.now() / 1_000) + 3_600

async function setUp() {
  const rpcUrl = 'http://127.0.0.1:1'
  const wallet = createEvmWallet({
    name: 'Test',
    rdns: 'io.test',
    accounts: [generatePrivateKey()],
    chains: [{ id: 1, rpcUrl }],
  })
  const { connector, request } = await setUpFeatures(wallet.provider, createNetwork(1, rpcUrl))
  const ask = (change: object = {}) =>
    feature(connector, 'permissions:request')({ ...request, permissions: [permission], expiry, ...change })
  const list = () => feature(connector, 'permissions:list')(request)
  const revoke = (context: string) => feature(connector, 'permissions:revoke')({ ...request, context })
  return { wallet, ask, list, revoke }
}

test('permissions are requested for the account and its network, listed and revoked [ERC-7715]', async () => {
  const { wallet, ask, list, revoke } = await setUp()
  const granted = await ask()
  const context = expect.stringMatching(/^0x[\da-f]{32}$/)
  expect(granted).toEqual({ context, caipNetworkId: 'eip155:1', permissions: [permission], expiry })
  const [asked] = wallet.requests.filter(({ method }) => method === 'wallet_requestExecutionPermissions')
  const account = wallet.selectedAccount
  expect(asked?.params).toEqual([
    {
      chainId: '0x1',
      from: account,
      to: account,
      permission: { ...permission, isAdjustmentAllowed: false },
      rules: [{ type: 'expiry', data: { timestamp: expiry } }],
    },
  ])
  expect(await list()).toEqual([granted])
  expect(await revoke(granted.context)).toBeUndefined()
  expect(await list()).toEqual([])
})

test('permissions granted together share one context; their activation and revocation are passed on', async () => {
  const { wallet, ask, list, revoke } = await setUp()
  const entry = { chainId: '0x1', permission, rules: null, context: '0x01', activation: '0xa1' }
  const other = { type: 'contract-call', data: { address: '0x1' } }
  const value = [entry, { ...entry, permission: other }]
  wallet.script({ methods: { wallet_requestExecutionPermissions: { kind: 'reply', value } } })
  wallet.script({
    methods: {
      wallet_getGrantedExecutionPermissions: { kind: 'reply', value: [...value, { ...entry, context: '0x02' }] },
    },
  })
  wallet.script({ methods: { wallet_revokeExecutionPermission: { kind: 'reply', value: { revocation: '0xb1' } } } })
  expect(await ask()).toEqual({
    context: '0x01',
    caipNetworkId: 'eip155:1',
    permissions: [permission, other],
    expiry: undefined,
    activation: '0xa1',
  })
  expect((await list()).map(({ context, permissions }) => [context, permissions.length])).toEqual([
    ['0x01', 2],
    ['0x02', 1],
  ])
  expect(await revoke('0x01')).toBe('0xb1')
})

test('error: INVALID_PARAMS for invalid permissions or expiry, without a wallet request', async () => {
  const { wallet, ask } = await setUp()
  for (const change of [{ permissions: [] }, { permissions: [{ type: 7 }] }, { expiry: 1 }, { expiry: 1.5 }])
    await expect(ask(change)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  expect(wallet.requests.some(({ method }) => method.endsWith('ExecutionPermissions'))).toBe(false)
})

test('error: UNSUPPORTED_METHOD if the wallet lacks the methods, USER_REJECTED if the user declines', async () => {
  for (const [code, name] of [
    [-32601, 'UNSUPPORTED_METHOD'],
    [4200, 'UNSUPPORTED_METHOD'],
    [4001, 'USER_REJECTED'],
  ] as const) {
    const { wallet, ask, list, revoke } = await setUp()
    const value = { code, message: 'no' }
    const fault = { kind: 'throw', value } as const
    wallet.script({
      methods: {
        wallet_requestExecutionPermissions: fault,
        wallet_getGrantedExecutionPermissions: fault,
        wallet_revokeExecutionPermission: fault,
      },
    })
    for (const run of [ask, list, () => revoke('0x01')]) await expect(run()).rejects.toMatchObject({ code: name })
  }
})

test.each([
  ['an object instead of a list', {}],
  ['an empty list', []],
  ['several contexts', [1, 2].map((n) => ({ chainId: '0x1', permission, context: `0x0${n}` }))],
  ['a missing context', [{ chainId: '0x1', permission }]],
  ['a missing chain', [{ permission, context: '0x01' }]],
])('error: INVALID_WALLET_REPLY for %s', async (_, value) => {
  const { wallet, ask } = await setUp()
  wallet.script({ methods: { wallet_requestExecutionPermissions: { kind: 'reply', value } } })
  await expect(ask()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
})
