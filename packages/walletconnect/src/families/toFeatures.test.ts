import type { Abilities, Connector } from '@latchkey/core'
import { describe, expect, test, vi } from 'vitest'
import { createStubSession } from '../../test/createStubSession.js'
import { bitcoinRegtest, toNetwork } from '../../test/networks.js'
import { toFeatures } from './toFeatures.js'

const names = [
  'message:sign',
  'typedData:sign',
  'transaction:send',
  'calls:send',
  'calls:status',
  'capabilities:read',
  'network:switch',
] as const
const features = Object.fromEntries(names.map((name) => [name, vi.fn()])) as unknown as Abilities
const connector = { features } as Connector
const approve = (methods: readonly string[]) =>
  createStubSession({ namespaces: { eip155: { accounts: ['eip155:1:0xa'], methods, events: [] } } }).session

describe('on EVM', () => {
  for (const [methods, expected] of [
    [[], ['network:switch']],
    [['personal_sign'], ['message:sign', 'network:switch']],
    [
      ['eth_signTypedData_v4', 'eth_sendTransaction'],
      ['typedData:sign', 'transaction:send', 'network:switch'],
    ],
    // who sent a bundle may ask what became of it, and hears that this was not approved [S8.51]
    [['wallet_sendCalls'], ['calls:send', 'calls:status', 'network:switch']],
    [['wallet_getCapabilities'], ['capabilities:read', 'network:switch']],
  ] as const)
    test(`a wallet that agreed to ${methods.join(', ') || 'nothing'} can ${expected.join(', ')}`, () => {
      const session = approve(methods)
      expect(Object.keys(toFeatures({ namespace: 'eip155', session, connector }))).toEqual(expected)
    })
})

test('without an adapter there is no ability', () => {
  expect(toFeatures({ namespace: 'cosmos', session: approve(['personal_sign']), connector: undefined })).toEqual({})
})

describe('a switch elsewhere', () => {
  const mainnet = 'bip122:000000000019d6689c085ae165831e93'
  const accounts = [`${bitcoinRegtest}:bcrt1a`, `${mainnet}:bc1b`]
  const signal = new AbortController().signal

  test('is to any network that was approved, and the adapter hears of it', async () => {
    const { session } = createStubSession({
      namespaces: { bip122: { accounts, methods: ['signMessage'], events: [] } },
    })
    const inner = vi.fn()
    const own = { features: { 'network:switch': inner } } as unknown as Connector
    const { 'network:switch': go } = toFeatures({ namespace: 'bip122', session, connector: own })
    await go?.({ network: toNetwork(mainnet), signal })
    expect(session.getNetworkId('bip122')).toBe(mainnet)
    expect(inner).toHaveBeenCalledOnce()
  })

  test('error: CHAIN_NOT_SUPPORTED for another, and for who has left the reason', async () => {
    const { session } = createStubSession({ namespaces: { bip122: { accounts, methods: [], events: [] } } })
    const { 'network:switch': go } = toFeatures({ namespace: 'bip122', session, connector })
    const signet = toNetwork('bip122:00000008819873e925422c1ff0f99f7c')
    await expect(go?.({ network: signet, signal })).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    const reason = new Error('left')
    await expect(go?.({ network: toNetwork(mainnet), signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(session.getNetworkId('bip122')).toBe(bitcoinRegtest)
  })
})
