import type { LoginAccountType } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { toNetwork } from '../../test/networks.js'
import type { FrameError } from '../protocol/messages.js'

const { signal } = new AbortController()

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

const hash = `0x${'a'.repeat(64)}`

const bundle = { version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: [{ to: other, value: '0x01' }] }

type Replies = { readonly [method: string]: unknown }

/** A provider with the smart account active, and a frame that returns these replies. */
async function setUp(
  replies: Replies = {},
  accountType: LoginAccountType = 'smartAccount',
  faults: { readonly [method: string]: FrameError } = {},
) {
  const rig = createRig({
    smartAccountNetworks: [1],
    faults,
    answer: (message) => {
      if (message.name !== 'RPC_REQUEST' || !Object.hasOwn(replies, message.payload.method)) return undefined
      return replies[message.payload.method]
    },
  })
  await rig.login()
  await rig.connector.connect({ namespace: 'eip155', accountType, silent: false, signal })
  const provider = await rig.getEvm()
  const { smartAddress: smart, evm } = rig.frame.keys
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const sent = (method: string) => rig.frame.requests(method).map(({ payload }) => payload.params)
  return { rig, ask, sent, smart, key: evm.address }
}

describe('wallet_sendCalls', () => {
  test('is sent for approval with the smart account and its chain, and returns the ID', async () => {
    const { rig, ask, sent, smart } = await setUp({ wallet_sendCalls: { id: 'b1' } })
    expect(await ask('wallet_sendCalls', bundle)).toEqual({ id: 'b1' })
    expect(await ask('wallet_sendCalls', { ...bundle, version: '1.0' })).toBe('b1')
    expect(sent('wallet_sendCalls')[0]).toEqual([{ ...bundle, from: smart, calls: [{ to: other, value: '0x1' }] }])
    expect(rig.events.map(([event, data]) => [event, 'status' in data && data.status])).toEqual([
      ['approval', 'asked'],
      ['approval', 'done'],
      ['approval', 'asked'],
      ['approval', 'done'],
    ])
  })

  test.each([
    [-32602, { ...bundle, calls: [] }],
    [-32602, { ...bundle, calls: [{ to: other, data: 'abc' }] }],
    [-32602, { ...bundle, from: other }],
    [-32602, { ...bundle, chainId: '0x2105' }],
    [5740, { ...bundle, calls: Array.from({ length: 1_000 }, () => ({ to: other })) }],
  ])('[I21] is rejected with %s before the user is asked', async (code, given) => {
    const { rig, ask } = await setUp()
    await expect(ask('wallet_sendCalls', given)).rejects.toMatchObject({ code })
    expect(rig.frame.requests('wallet_sendCalls')).toEqual([])
    expect(rig.events).toEqual([])
  })

  test('a contract deployment by a smart account is rejected with 4200 and a hint; one by the EOA is sent', async () => {
    const { rig, ask, sent, key } = await setUp({ eth_sendTransaction: hash })
    const error = { code: 4200, message: expect.stringContaining('setPreferredAccountType()') }
    await expect(ask('eth_sendTransaction', { data: '0x6001' })).rejects.toMatchObject(error)
    await expect(ask('wallet_sendCalls', { ...bundle, calls: [{ data: '0x6001' }] })).rejects.toMatchObject(error)
    expect(rig.events).toEqual([])
    expect(await ask('eth_sendTransaction', { from: key, data: '0x6001' })).toBe(hash)
    expect(sent('eth_sendTransaction')).toHaveLength(1)
  })

  test('[I21] is rejected with 5760 for the EOA, whether it is active or named in the request', async () => {
    const inUse = await setUp({}, 'eoa')
    await expect(inUse.ask('wallet_sendCalls', bundle)).rejects.toMatchObject({ code: 5760 })
    const named = await setUp()
    await expect(named.ask('wallet_sendCalls', { ...bundle, from: named.key })).rejects.toMatchObject({ code: 5760 })
    expect(named.rig.events).toEqual([])
  })

  test('[I21] is rejected with 5700 before the user is asked if the chain lacks a required capability', async () => {
    const known = { '0x1': { paymasterService: { supported: true } }, '0x2105': { moon: {} } }
    const { rig, ask, sent, smart } = await setUp({ wallet_getCapabilities: known, wallet_sendCalls: { id: 'b1' } })
    const send = (capabilities: object) => ask('wallet_sendCalls', { ...bundle, capabilities })
    await expect(send({ moon: {} })).rejects.toMatchObject({ code: 5700, message: expect.stringContaining('moon') })
    expect(rig.events).toEqual([])
    expect(sent('wallet_getCapabilities')).toEqual([[smart, ['0x1']]])
    expect(await send({ paymasterService: { url: 'https://pay.example' } })).toEqual({ id: 'b1' })
    expect(await send({ moon: { optional: true } })).toEqual({ id: 'b1' })
    expect(sent('wallet_getCapabilities')).toHaveLength(2)
  })

  test.each([5700, 5710, 5720, 5740, 5760])('passes on error code %s of the frame', async (code) => {
    const { ask } = await setUp({}, 'smartAccount', { wallet_sendCalls: { message: 'No', code } })
    await expect(ask('wallet_sendCalls', bundle)).rejects.toMatchObject({
      code,
      message: expect.stringContaining('No'),
    })
  })

  test('is rejected with 4001 if the user declines', async () => {
    const { rig, ask } = await setUp()
    rig.frame.user.reject()
    await expect(ask('wallet_sendCalls', bundle)).rejects.toMatchObject({ code: 4001 })
  })

  test('error: rejects a reply without an ID, so that no app believes the bundle was sent', async () => {
    const { ask } = await setUp({ wallet_sendCalls: { id: '' } })
    await expect(ask('wallet_sendCalls', bundle)).rejects.toMatchObject({
      message: expect.stringContaining('wallet_sendCalls: the reply contains no valid id'),
    })
  })
})

describe('[S6.5] requests that need no approval', () => {
  test('return a bundle’s status, capabilities, assets and a user operation’s receipt without a prompt', async () => {
    const status = { version: '2.0.0', id: 'b1', chainId: '0x1', atomic: true, status: 200, receipts: [] }
    const assets = { '0x1': [{ type: 'native', balance: '0x1' }] }
    const { rig, ask, sent, smart, key } = await setUp({
      wallet_getCallsStatus: status,
      wallet_getCapabilities: { '0x1': { atomic: { status: 'supported' } } },
      wallet_getAssets: assets,
      eth_getUserOperationReceipt: { success: true },
    })
    expect(await ask('wallet_getCallsStatus', 'b1')).toEqual(status)
    expect(await ask('wallet_getCapabilities', smart, ['0x01'])).toEqual({ '0x1': { atomic: { status: 'supported' } } })
    expect(await ask('wallet_getCapabilities', key)).toBeDefined()
    expect(await ask('wallet_getAssets', { account: smart })).toEqual(assets)
    expect(await ask('eth_getUserOperationReceipt', hash)).toEqual({ success: true })
    expect(sent('wallet_getCapabilities')).toEqual([[smart, ['0x1']], [key]])
    expect([rig.events, rig.frame.prompts()]).toEqual([[], 0])
  })

  test.each([
    ['wallet_getCallsStatus', ['b1'], { status: 'DONE' }],
    ['wallet_getCapabilities', [], []],
    ['wallet_getAssets', [], { '0x1': 'much' }],
    ['eth_getUserOperationReceipt', [hash], 'x'],
  ])('fail with -32603 if the reply to %s is invalid', async (method, params, reply) => {
    const { ask } = await setUp({ [method]: reply })
    await expect(ask(method, ...params)).rejects.toMatchObject({ code: -32603 })
  })
})

describe('[S6.6] requests that need approval', () => {
  test('send user operations of the smart account only', async () => {
    const { rig, ask, sent, smart } = await setUp({ eth_sendUserOperation: hash })
    const operation = { sender: smart, callData: '0x12', nonce: 1n }
    expect(await ask('eth_sendUserOperation', operation, entryPoint)).toBe(hash)
    expect(sent('eth_sendUserOperation')).toEqual([[{ ...operation, nonce: '0x1' }, entryPoint]])
    const before = rig.events.length
    for (const odd of [
      { ...operation, sender: other },
      { ...operation, eip7702Auth: {} },
    ])
      await expect(ask('eth_sendUserOperation', odd, entryPoint)).rejects.toMatchObject({ code: -32602 })
    expect(rig.events).toHaveLength(before)
  })

  test('grant permissions with a future expiry and revoke them, and emit both to the modal', async () => {
    const permissions = [{ type: 'native-token-transfer', data: { allowance: '0x5' } }]
    const permission = { type: 'native-token-allowance', data: { allowanceAmount: '0x5' } }
    const { rig, ask, sent, smart } = await setUp({
      wallet_requestExecutionPermissions: [{ permission, context: '0x11', activation: '0xa1' }],
      wallet_grantPermissions: { context: '0x12', permissions },
      wallet_revokeExecutionPermission: { context: '0x11', revocation: '0xb1' },
      wallet_revokePermissions: { context: '0x12' },
    })
    const expiry = Math.floor(rig.context.env.now() / 1_000) + 60
    const rules = [{ type: 'expiry', data: { timestamp: expiry } }]
    expect(await ask('wallet_requestExecutionPermissions', { permission, rules })).toMatchObject([{ context: '0x11' }])
    expect(sent('wallet_requestExecutionPermissions')).toEqual([[{ permission, rules, chainId: '0x1', from: smart }]])
    const granted = await ask('wallet_grantPermissions', { chainId: '0x1', expiry, permissions })
    expect(granted).toMatchObject({ context: '0x12' })
    expect(sent('wallet_grantPermissions')).toEqual([[{ chainId: '0x1', expiry, permissions, address: smart }]])
    await expect(ask('wallet_grantPermissions', { expiry: 1, permissions })).rejects.toMatchObject({ code: -32602 })
    await ask('wallet_revokeExecutionPermission', { permissionContext: '0x11' })
    await ask('wallet_revokePermissions', { permissionsContext: '0x12' })
    // libraries request it when an app disconnects; the user is not asked
    await expect(ask('wallet_revokePermissions', { eth_accounts: {} })).rejects.toMatchObject({ code: -32602 })
    expect(rig.events.filter(([, data]) => 'status' in data && data.status === 'asked')).toHaveLength(4)
    const common = { namespace: 'eip155', address: smart }
    expect(rig.events.filter(([event]) => event === 'permission').map(([, data]) => data)).toEqual([
      { ...common, status: 'granted', context: '0x11', signature: '0xa1' },
      { ...common, status: 'granted', context: '0x12' },
      { ...common, status: 'revoked', context: '0x11', signature: '0xb1' },
      { ...common, status: 'revoked', context: '0x12' },
    ])
  })

  test('the feature permissions:revoke revokes a permission, and exists only for the smart account', async () => {
    const { rig, sent, smart } = await setUp({ wallet_revokeExecutionPermission: {} })
    const account = { namespace: 'eip155', address: smart, type: 'smartAccount' } as const
    const revoke = rig.connector.getFeatures?.('eip155')['permissions:revoke']
    await revoke?.({ account, network: toNetwork('eip155:1'), context: '0x12', signal })
    expect(sent('wallet_revokeExecutionPermission')).toEqual([[{ permissionContext: '0x12', address: smart }]])
    // no event: the modal made this request itself
    expect(rig.events.filter(([event]) => event === 'permission')).toEqual([])
    const other = await setUp({}, 'eoa')
    expect(other.rig.connector.getFeatures?.('eip155')['permissions:revoke']).toBeUndefined()
  })

  test('sign for either account of the login, and for no other', async () => {
    const { ask, sent, smart, key } = await setUp({ personal_sign: `0x${'a'.repeat(2_000)}` })
    await ask('personal_sign', '0x68', smart)
    await ask('personal_sign', '0x68', key)
    expect(sent('personal_sign')).toEqual([
      ['0x68', smart],
      ['0x68', key],
    ])
    await expect(ask('personal_sign', '0x68', other)).rejects.toMatchObject({ code: -32602 })
  })
})
