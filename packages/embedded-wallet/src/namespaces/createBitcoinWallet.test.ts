import type { StandardAccount, StandardWallet } from '@latchkey/core'
import { base64, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { createRig, type RigOptions } from '../../test/createRig.js'
import { toNetwork } from '../../test/networks.js'
import type { AppMessage } from '../protocol/messages.js'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const publicKeys = ['02', '03'].map((parity) => parity + 'ab'.repeat(32))
const addresses = {
  [mainnet]: [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  ],
  [regtest]: [
    'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk',
    'bcrt1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesxlt5zz',
  ],
} as const

type Account = StandardAccount & { readonly purpose: string }

/** Replies as a vault with Bitcoin does; undefined leaves the reply to the test's frame. */
function answer(message: AppMessage): unknown {
  if (message.name === 'GET_USER') {
    const { chainId } = message.payload ?? {}
    const own = Object.hasOwn(addresses, String(chainId)) ? addresses[chainId as keyof typeof addresses] : undefined
    return (
      own && {
        address: own[0],
        chainId,
        email: 'ada@example.org',
        accounts: own.map((address, index) => ({
          address,
          type: index === 0 ? 'payment' : 'ordinal',
          publicKey: publicKeys[index],
          path: `m/${index === 0 ? 84 : 86}'/0'/0'/0/0`,
        })),
      }
    )
  }
  if (message.name !== 'RPC_REQUEST') return undefined
  const { method, params } = message.payload
  if (method === 'bip122_signMessage') return { signature: base64.encode(Uint8Array.of(1, 2, 3)) }
  return method === 'bip122_signPsbt' ? { psbt: (params as { readonly psbt: string }).psbt } : undefined
}

async function setUp(options: RigOptions = {}) {
  const networks = [mainnet, regtest].map((id) => toNetwork(id as never))
  const adapter = { createConnector: async (meta: object) => ({ meta, features: {}, destroy: () => undefined }) }
  const rig = createRig({ answer, networks, adapters: new Map([['bip122', adapter]]) as never, ...options })
  await rig.login()
  const result = await rig.connect('bip122')
  const wallet = (await rig.connector.getProvider({ namespace: 'bip122' })) as StandardWallet
  const call = async (feature: string, ...inputs: readonly object[]): Promise<unknown> => {
    const [, name = ''] = feature.split(':')
    return (wallet.features[feature] as Readonly<Record<string, (...inputs: readonly object[]) => Promise<unknown>>>)[
      name
    ]?.(...inputs)
  }
  return { rig, result, wallet, accounts: wallet.accounts as readonly Account[], call }
}

describe('as a Bitcoin wallet of the Wallet Standard', () => {
  test('has both accounts of the login, on the connected network', async () => {
    const { result, wallet, accounts } = await setUp()
    const [payment, ordinal] = addresses[mainnet]
    expect(result).toMatchObject({
      caipNetworkId: mainnet,
      accounts: [
        { namespace: 'bip122', address: payment, type: 'payment', publicKey: publicKeys[0], path: "m/84'/0'/0'/0/0" },
        { namespace: 'bip122', address: ordinal, type: 'ordinal', publicKey: publicKeys[1] },
      ],
    })
    expect(wallet.chains).toEqual(['bitcoin:mainnet', 'bitcoin:regtest'])
    expect(accounts).toMatchObject([
      { address: payment, purpose: 'payment', chains: ['bitcoin:mainnet'], publicKey: hex.decode(publicKeys[0] ?? '') },
      { address: ordinal, purpose: 'ordinals' },
    ])
    expect(wallet.accounts).toBe(accounts)
  })

  test('has other addresses after a network switch, and emits a change', async () => {
    const { rig, wallet, call } = await setUp()
    const heard: unknown[] = []
    const { on } = wallet.features['standard:events'] as {
      on(event: string, listener: (payload: unknown) => void): void
    }
    on('change', (payload) => heard.push(payload))
    const network = toNetwork(regtest)
    await rig.connector
      .getFeatures?.('bip122')
      ['network:switch']?.({ network, signal: new AbortController().signal } as never)
    expect(wallet.accounts.map(({ address }) => address)).toEqual(addresses[regtest])
    expect(heard).toHaveLength(1)
    const [account] = wallet.accounts
    const input = { psbt: Uint8Array.of(1), inputsToSign: [{ account, signingIndexes: [0] }], chain: 'bitcoin:mainnet' }
    await expect(call('bitcoin:signTransaction', input)).rejects.toMatchObject({
      message: expect.stringMatching(/bitcoin:regtest/),
    })
  })

  test('signs PSBTs and messages in the frame, with the given inputs, accounts and sighash types', async () => {
    const { rig, accounts, call } = await setUp()
    const [payment, ordinal] = accounts
    const psbt = Uint8Array.of(0x70, 0x73, 0x62, 0x74)
    const inputsToSign = [
      { account: payment, signingIndexes: [0, 2] },
      { account: ordinal, signingIndexes: [1], sigHash: 'SINGLE|ANYONECANPAY' },
    ]
    expect(await call('bitcoin:signTransaction', { psbt, inputsToSign, chain: 'bitcoin:mainnet' })).toEqual([
      { signedPsbt: psbt },
    ])
    expect(rig.frame.requests('bip122_signPsbt').map(({ payload }) => payload)).toMatchObject([
      {
        chainId: mainnet,
        chainNamespace: 'bip122',
        params: {
          psbt: base64.encode(psbt),
          signInputs: [
            { address: payment?.address, index: 0 },
            { address: payment?.address, index: 2 },
            { address: ordinal?.address, index: 1, sighashTypes: [0x83] },
          ],
        },
      },
    ])
    const message = new TextEncoder().encode('Hello')
    expect(await call('bitcoin:signMessage', { account: ordinal, message })).toEqual([
      { signedMessage: message, signature: Uint8Array.of(1, 2, 3) },
    ])
  })

  test('error: rejects foreign accounts, messages that are not bytes, and invalid replies', async () => {
    const { rig, accounts, call } = await setUp({
      answer: (message) => (message.name === 'RPC_REQUEST' ? { signature: '' } : answer(message)),
    })
    const foreign = { ...accounts[0], address: addresses[regtest][0] }
    const message = Uint8Array.of(65)
    await expect(call('bitcoin:signMessage', { account: foreign, message })).rejects.toMatchObject({ code: -32602 })
    await expect(call('bitcoin:signMessage', { account: accounts[0], message: 'text' })).rejects.toMatchObject({
      code: -32602,
    })
    expect(rig.frame.requests('bip122_signMessage')).toEqual([])
    await expect(call('bitcoin:signMessage', { account: accounts[0], message })).rejects.toThrow(/signature/)
    expect(rig.frame.requests('bip122_signMessage')).toHaveLength(1)
  })
})
