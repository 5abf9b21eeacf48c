import { createEvmWallet, type EvmWallet } from '@latchkey/testing'
import { recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { settle } from '../../test/setUpConnector.js'
import { feature, nobody, setUpFeatures } from '../../test/setUpFeatures.js'
import type { EvmTypedData } from './types.js'

const network = createNetwork(1, 'http://127.0.0.1:1')

function createWallet(): EvmWallet {
  const rpcUrl = 'http://127.0.0.1:1'
  const accounts = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
  const chains = [
    { id: 1, rpcUrl },
    { id: 10, rpcUrl },
  ]
  return createEvmWallet({ name: 'Test', rdns: 'io.test', accounts, chains })
}

const typedData = {
  domain: { name: 'Mail', version: '1', chainId: 1, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
  types: {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  message: { to: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB', amount: 2n ** 200n },
} as const satisfies EvmTypedData

describe('message:sign', () => {
  for (const [name, message] of [
    ['a string', 'Hello, Wörld'],
    ['a string that looks like hex', '0x1234'],
    ['an empty string', ''],
  ] as const)
    test(`signs ${name}, with the message before the address in the params`, async () => {
      const wallet = createWallet()
      const { connector, account, request } = await setUpFeatures(wallet.provider, network)
      const signature = await feature(connector, 'message:sign')({ ...request, message })
      expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(account.address)
      const { params } = wallet.requests.find(({ method }) => method === 'personal_sign') ?? {}
      expect(params).toEqual([expect.stringMatching(/^0x/), account.address])
    })

  test('signs raw bytes', async () => {
    const wallet = createWallet()
    const { connector, account, request } = await setUpFeatures(wallet.provider, network)
    const raw = Uint8Array.from([0, 255, 16])
    const signature = await feature(connector, 'message:sign')({ ...request, message: raw })
    expect(await recoverMessageAddress({ message: { raw }, signature: signature as `0x${string}` })).toBe(
      account.address,
    )
  })

  test('error: ACCOUNT_CHANGED if the wallet is on another account, which is then reported', async () => {
    const wallet = createWallet()
    const { connector, request, events } = await setUpFeatures(wallet.provider, network)
    // a wallet that switches without an event
    wallet.script({ methods: { eth_accounts: { kind: 'reply', value: [wallet.accounts[1], wallet.accounts[0]] } } })
    await expect(feature(connector, 'message:sign')({ ...request, message: 'x' })).rejects.toMatchObject({
      code: 'ACCOUNT_CHANGED',
    })
    expect(wallet.requests.some(({ method }) => method === 'personal_sign')).toBe(false)
    await settle()
    expect(events).toMatchObject([{ accounts: [{ address: wallet.accounts[1] }, { address: wallet.accounts[0] }] }])
  })

  test('error: UNAUTHORIZED if the wallet is locked', async () => {
    const wallet = createWallet()
    const { connector, request } = await setUpFeatures(wallet.provider, network)
    wallet.lock()
    await expect(feature(connector, 'message:sign')({ ...request, message: 'x' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  for (const value of [null, '', '0x', 'signed', 7, {}])
    test(`error: INVALID_WALLET_REPLY for ${JSON.stringify(value)} as signature`, async () => {
      const wallet = createWallet()
      const { connector, request } = await setUpFeatures(wallet.provider, network)
      wallet.script({ methods: { personal_sign: { kind: 'reply', value } } })
      await expect(feature(connector, 'message:sign')({ ...request, message: 'x' })).rejects.toMatchObject({
        code: 'INVALID_WALLET_REPLY',
      })
    })

  test('error: USER_REJECTED if the user declines', async () => {
    const wallet = createWallet()
    const { connector, request } = await setUpFeatures(wallet.provider, network)
    wallet.script({ methods: { personal_sign: { kind: 'reject' } } })
    await expect(feature(connector, 'message:sign')({ ...request, message: 'x' })).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
  })

  test('rejects with the abort reason while the wallet hangs', async () => {
    const wallet = createWallet()
    const { connector, request } = await setUpFeatures(wallet.provider, network)
    wallet.script({ methods: { personal_sign: { kind: 'hang' } } })
    const controller = new AbortController()
    const signing = feature(connector, 'message:sign')({ ...request, signal: controller.signal, message: 'x' })
    await settle()
    const reason = new Error('gone')
    controller.abort(reason)
    await expect(signing).rejects.toBe(reason)
  })
})

describe('typedData:sign', () => {
  test('signs data with numbers above 2^53, and adds the domain type', async () => {
    const wallet = createWallet()
    const { connector, account, request } = await setUpFeatures(wallet.provider, network)
    const signature = (await feature(connector, 'typedData:sign')({ ...request, typedData })) as `0x${string}`
    expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(account.address)
  })

  test('accepts a domain without a chain id, and a missing domain', async () => {
    const wallet = createWallet()
    const { connector, account, request } = await setUpFeatures(wallet.provider, network)
    for (const domain of [{ name: 'Mail' }, undefined]) {
      const data = { ...typedData, domain }
      const signature = (await feature(connector, 'typedData:sign')({ ...request, typedData: data })) as `0x${string}`
      expect(await recoverTypedDataAddress({ ...data, domain: domain ?? {}, signature })).toBe(account.address)
    }
  })

  test('error: INVALID_PARAMS for a domain of another chain, without a wallet request', async () => {
    const wallet = createWallet()
    const { connector, request } = await setUpFeatures(wallet.provider, network)
    const asked = wallet.requests.length
    const data = { ...typedData, domain: { ...typedData.domain, chainId: 10n } }
    await expect(feature(connector, 'typedData:sign')({ ...request, typedData: data })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: 'domain.chainId is 10, not 1.',
    })
    expect(wallet.requests).toHaveLength(asked)
  })

  test('error: CHAIN_NOT_SWITCHED if the wallet has changed the chain without an event', async () => {
    const wallet = createWallet()
    const { connector, request, events } = await setUpFeatures(wallet.provider, network)
    wallet.script({ methods: { eth_chainId: { kind: 'reply', value: '0xa' } } })
    await expect(feature(connector, 'typedData:sign')({ ...request, typedData })).rejects.toMatchObject({
      code: 'CHAIN_NOT_SWITCHED',
    })
    expect(wallet.requests.some(({ method }) => method === 'eth_signTypedData_v4')).toBe(false)
    expect(events).toEqual([{ namespace: 'eip155', caipNetworkId: 'eip155:10' }])
  })

  test('error: ACCOUNT_CHANGED for an account that is not the selected one', async () => {
    const wallet = createWallet()
    const { connector, request } = await setUpFeatures(wallet.provider, network)
    await expect(
      feature(connector, 'typedData:sign')({ ...request, account: nobody, typedData }),
    ).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
  })
})
