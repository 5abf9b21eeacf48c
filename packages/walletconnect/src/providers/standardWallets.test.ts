import type { StandardAccount, StandardWallet } from '@latchkey/core'
import { createTestContext } from '@latchkey/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createStubSession } from '../../test/createStubSession.js'
import { bitcoinRegtest, solanaLocal } from '../../test/networks.js'
import type { RelayCall } from '../session/liveSession.js'
import { toWalletError } from '../session/sendRequest.js'
import { createBitcoinWallet } from './bitcoinWallet.js'
import { createSolanaWallet, insertSignature } from './solanaWallet.js'
import { toStandardChain } from './standardWallet.js'

const secret = new Uint8Array(32).fill(7)

const solanaAddress = base58.encode(ed25519.getPublicKey(secret))

const devnetChain = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

const bitcoinAddress = 'bcrt1q5c9y6f3k6ufmhe9ggz92pasvzmmtn0safznet6'

const bitcoinMainnet = 'bip122:000000000019d6689c085ae165831e93'

const methods = {
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['signMessage', 'signPsbt', 'sendTransfer'],
}

/** A session whose wallet replies with the result of `answer`. */
function setUp(
  answer: (call: RelayCall) => unknown,
  approved: Partial<typeof methods> = methods,
  sessionProperties?: unknown,
) {
  const { session, calls } = createStubSession({
    namespaces: {
      solana: {
        accounts: [`${solanaLocal}:${solanaAddress}`, `${devnetChain}:${solanaAddress}`],
        methods: approved.solana ?? [],
        events: ['chainChanged'],
      },
      bip122: {
        accounts: [`${bitcoinRegtest}:${bitcoinAddress}`, `${bitcoinMainnet}:bc1qother`],
        methods: approved.bip122 ?? [],
        events: ['chainChanged'],
      },
    },
    sessionProperties,
    answer,
    networkIds: [solanaLocal, bitcoinRegtest],
  })
  const context = createTestContext()
  const solana = createSolanaWallet({ namespace: 'solana', session, context }).provider as StandardWallet
  const bitcoin = createBitcoinWallet({ namespace: 'bip122', session, context }).provider as StandardWallet
  return { calls, session, context, solana, bitcoin }
}

const run = async (wallet: StandardWallet, feature: string, ...inputs: readonly unknown[]): Promise<unknown> => {
  const entry = wallet.features[feature] as Readonly<Record<string, (...inputs: readonly unknown[]) => unknown>>
  return entry[feature.split(':')[1] ?? '']?.(...inputs)
}

test.each([
  ['solana', createSolanaWallet, 'solana:signAndSendTransaction', { transaction: new Uint8Array(1) }],
  ['bip122', createBitcoinWallet, 'bitcoin:sendTransfer', { to: bitcoinAddress, sats: 1 }],
] as const)(
  'a request of the adapter on %s has the signal of its wallet',
  async (namespace, create, feature, input) => {
    const { session, context, calls } = setUp(() => ({ signature: '1', txid: '1' }))
    const { createInner } = create({ namespace, session, context })
    const { signal } = new AbortController()
    const wallet = createInner?.(signal) as StandardWallet
    await run(wallet, feature, { ...input, account: first(wallet) })
    expect(calls.map(({ left }) => left)).toEqual([signal])
  },
)

const first = ({ accounts }: StandardWallet): StandardAccount => accounts[0] as StandardAccount

/** Legacy, one signer: header, keys, blockhash, no instruction. */
const transaction = Uint8Array.from([
  1,
  ...new Uint8Array(64),
  1,
  0,
  0,
  1,
  ...base58.decode(solanaAddress),
  ...new Uint8Array(32),
  0,
])

describe('on Solana', () => {
  test('has the account with its public key, its networks and the approved features', () => {
    const { solana } = setUp(() => undefined, { solana: ['solana_signMessage'] })
    expect(solana).toMatchObject({ name: 'Peer', chains: ['solana:localnet', 'solana:devnet'] })
    expect(first(solana)).toEqual({
      address: solanaAddress,
      publicKey: ed25519.getPublicKey(secret),
      chains: ['solana:localnet', 'solana:devnet'],
      features: ['solana:signMessage'],
    })
    expect(Object.keys(solana.features)).toEqual(['standard:connect', 'standard:events', 'solana:signMessage'])
  })

  test('signs a message, which is bytes for the app and base58 on the relay', async () => {
    const message = new TextEncoder().encode('hello')
    const { solana, calls } = setUp(({ params }) => {
      const asked = params as { readonly message: string }
      return { signature: base58.encode(ed25519.sign(base58.decode(asked.message), secret)) }
    })
    const [output] = (await run(solana, 'solana:signMessage', { account: first(solana), message })) as {
      signature: Uint8Array
      signedMessage: Uint8Array
    }[]
    expect(ed25519.verify(output?.signature ?? message, message, ed25519.getPublicKey(secret))).toBe(true)
    expect(output?.signedMessage).toEqual(message)
    const params = { message: base58.encode(message), pubkey: solanaAddress }
    expect(calls).toEqual([{ chain: solanaLocal, call: { method: 'solana_signMessage', params } }])
  })

  test('inserts a bare signature into the transaction, on the requested network', async () => {
    const signature = new Uint8Array(64).fill(9)
    const { solana, calls } = setUp(() => ({ signature: base58.encode(signature) }))
    const input = { account: first(solana), transaction, chain: 'solana:devnet' }
    const [output] = (await run(solana, 'solana:signTransaction', input)) as { signedTransaction: Uint8Array }[]
    expect(output?.signedTransaction.slice(1, 65)).toEqual(signature)
    expect(output?.signedTransaction.slice(65)).toEqual(transaction.slice(65))
    expect(calls[0]?.chain).toBe(devnetChain)
  })

  test('signs several with one request, or one by one if the wallet does not support that', async () => {
    const whole = Buffer.from(transaction).toString('base64')
    const both = setUp(() => ({ transactions: [whole, whole] }))
    const inputs = [0, 1].map(() => ({ account: first(both.solana), transaction }))
    expect(await run(both.solana, 'solana:signTransaction', ...inputs)).toHaveLength(2)
    expect(both.calls.map(({ call }) => call.method)).toEqual(['solana_signAllTransactions'])
    const single = setUp(() => ({ transaction: whole }), { solana: ['solana_signTransaction'] })
    await run(single.solana, 'solana:signTransaction', ...inputs)
    expect(single.calls.map(({ call }) => call.method)).toEqual(['solana_signTransaction', 'solana_signTransaction'])
  })

  test('sends through the wallet', async () => {
    const { solana, calls } = setUp(() => ({ signature: base58.encode(new Uint8Array(64).fill(3)) }))
    const input = { account: first(solana), transaction, chain: 'solana:localnet', options: { maxRetries: 1 } }
    expect(await run(solana, 'solana:signAndSendTransaction', input)).toEqual([
      { signature: new Uint8Array(64).fill(3) },
    ])
    expect(calls[0]?.call).toMatchObject({ params: { sendOptions: { maxRetries: 1 }, pubkey: solanaAddress } })
  })

  for (const reply of [null, 7, {}, { signature: 'not base58!' }, { signature: base58.encode(new Uint8Array(10)) }])
    test(`error: rejects with INVALID_WALLET_REPLY for ${JSON.stringify(reply)} in place of a signed transaction`, async () => {
      const { solana } = setUp(() => reply)
      const signing = run(solana, 'solana:signTransaction', { account: first(solana), transaction })
      await expect(signing).rejects.toMatchObject({ code: -32000, cause: { code: 'INVALID_WALLET_REPLY' } })
    })

  test('error: rejects with CHAIN_UNRECOGNIZED for a network that was not approved', async () => {
    const { solana, calls } = setUp(() => undefined)
    const signing = run(solana, 'solana:signTransaction', {
      account: first(solana),
      transaction,
      chain: 'solana:mainnet',
    })
    await expect(signing).rejects.toMatchObject({ code: 4902, cause: { code: 'CHAIN_UNRECOGNIZED' } })
    expect(calls).toEqual([])
  })
})

test('declined requests reject with 4001 (USER_REJECTED)', async () => {
  const { solana, bitcoin } = setUp(() => {
    throw toWalletError({ code: 5_000, message: 'User rejected.' })
  })
  const message = new TextEncoder().encode('hello')
  for (const [wallet, feature] of [
    [solana, 'solana:signMessage'],
    [bitcoin, 'bitcoin:signMessage'],
  ] as const)
    await expect(run(wallet, feature, { account: first(wallet), message })).rejects.toMatchObject({
      code: 4001,
      cause: { code: 'USER_REJECTED' },
    })
})

test('the end of the session emits a change to an empty account list', () => {
  const { solana, bitcoin, session } = setUp(() => undefined)
  const heard = vi.fn()
  for (const events of [solana.features['standard:events'], bitcoin.features['bitcoin:events']])
    (events as { on(event: string, listener: typeof heard): () => void }).on('change', heard)
  session.end('deleted')
  expect(heard.mock.calls).toEqual([[{ accounts: [] }], [{ accounts: [] }]])
  expect([solana.accounts, bitcoin.accounts]).toEqual([[], []])
})

describe('on Bitcoin', () => {
  test('has the accounts of the current network', () => {
    const { bitcoin, session } = setUp(() => undefined)
    expect(first(bitcoin)).toMatchObject({ address: bitcoinAddress, chains: ['bitcoin:regtest'] })
    const told = vi.fn()
    const { on } = bitcoin.features['bitcoin:events'] as { on(event: string, listener: typeof told): () => void }
    const stop = on('change', told)
    session.moveTo(bitcoinMainnet)
    expect(told).toHaveBeenCalledOnce()
    expect(first(bitcoin)).toMatchObject({ address: 'bc1qother', chains: ['bitcoin:mainnet'] })
    stop()
    session.moveTo(bitcoinRegtest)
    expect(told).toHaveBeenCalledOnce()
  })

  test('adds public key, path and purpose from the wallet to an account', () => {
    const publicKey = `02${'ab'.repeat(32)}`
    const told = [{ address: bitcoinAddress, publicKey, path: "m/84'/1'/0'/0/0", intention: 'payment' }]
    const { bitcoin, session } = setUp(() => undefined, methods, { bip122_getAccountAddresses: JSON.stringify(told) })
    expect(bitcoin.accounts).toEqual([
      {
        address: bitcoinAddress,
        publicKey: Uint8Array.from([2, ...new Uint8Array(32).fill(0xab)]),
        path: "m/84'/1'/0'/0/0",
        purpose: 'payment',
        chains: ['bitcoin:regtest'],
        features: ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:sendTransfer'],
      },
    ])
    session.moveTo(bitcoinMainnet)
    expect(first(bitcoin).publicKey).toHaveLength(0)
    expect(first(bitcoin)).not.toHaveProperty('purpose')
  })

  test('signs messages, PSBTs and transfers with the methods of the protocol', async () => {
    const { bitcoin, calls } = setUp(({ method }) => ({ signature: 'ab', psbt: 'cHNidP8=', txid: 'id', method }))
    const account = first(bitcoin)
    const message = new TextEncoder().encode('hello')
    expect(await run(bitcoin, 'bitcoin:signMessage', { account, message })).toEqual([
      { signedMessage: message, signature: 'ab' },
    ])
    const inputsToSign = [{ account, signingIndexes: [0, 2], sigHash: 'SINGLE|ANYONECANPAY' }]
    const psbt = { psbt: Uint8Array.from([1]), inputsToSign, chain: 'bitcoin:regtest' }
    expect(await run(bitcoin, 'bitcoin:signTransaction', psbt)).toEqual([{ signedPsbt: 'cHNidP8=' }])
    expect(await run(bitcoin, 'bitcoin:sendTransfer', { account, to: 'bcrt1x', sats: 5n })).toEqual({ txid: 'id' })
    const own = { account: bitcoinAddress }
    const signInputs = [0, 2].map((index) => ({ address: bitcoinAddress, index, sighashTypes: [0x83] }))
    expect(calls.map(({ call }) => call)).toEqual([
      { method: 'signMessage', params: { ...own, address: bitcoinAddress, message: 'hello', protocol: 'bip322' } },
      { method: 'signPsbt', params: { ...own, psbt: 'AQ==', signInputs, broadcast: false } },
      { method: 'sendTransfer', params: { ...own, recipientAddress: 'bcrt1x', amount: '5' } },
    ])
  })

  test.each(['', 'ONE', 'ALL|', 'ALL|NONE', 1])(
    'error: rejects with INVALID_PARAMS for the sighash flag %j',
    async (sigHash) => {
      const { bitcoin, calls } = setUp(() => undefined)
      const inputsToSign = [{ account: first(bitcoin), signingIndexes: [0], sigHash }]
      const signing = run(bitcoin, 'bitcoin:signTransaction', { psbt: Uint8Array.from([1]), inputsToSign })
      await expect(signing).rejects.toMatchObject({ code: -32602, cause: { code: 'INVALID_PARAMS' } })
      expect(calls).toEqual([])
    },
  )

  test('error: rejects with INVALID_PARAMS for a message that is not UTF-8 text', async () => {
    const { bitcoin } = setUp(() => undefined)
    const signing = run(bitcoin, 'bitcoin:signMessage', { account: first(bitcoin), message: Uint8Array.from([0xff]) })
    await expect(signing).rejects.toMatchObject({ code: -32602, cause: { code: 'INVALID_PARAMS' } })
  })

  test('has no accounts after the session has ended', () => {
    const { bitcoin, solana, session } = setUp(() => undefined)
    session.end('deleted')
    expect([...bitcoin.accounts, ...solana.accounts]).toEqual([])
  })
})

test('toStandardChain returns the chain names of the Wallet Standard', () => {
  expect(toStandardChain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe('solana:mainnet')
  expect(toStandardChain('solana:x')).toBe('solana:localnet')
  expect(toStandardChain(bitcoinRegtest)).toBe('bitcoin:regtest')
  expect(toStandardChain('bip122:x')).toBe('bitcoin:x')
})

const signature = new Uint8Array(64).fill(9)

const keyOf = (index: number): Uint8Array => new Uint8Array(32).fill(index + 1)

/** A transaction with these numbers of signers and other accounts, legacy or version 0. */
function build(signers: number, others: number, isVersioned: boolean): Uint8Array {
  const keys = Array.from({ length: signers + others }, (_, index) => [...keyOf(index)])
  return Uint8Array.from([
    signers,
    ...new Uint8Array(64 * signers),
    ...(isVersioned ? [0x80] : []),
    ...[signers, 0, 0],
    keys.length,
    ...keys.flat(),
    ...new Uint8Array(33),
  ])
}

test('insertSignature writes the signature in the account’s slot, and changes nothing else', () => {
  const shape = fc.record({ signers: fc.integer({ min: 1, max: 8 }), others: fc.nat(20), isVersioned: fc.boolean() })
  fc.assert(
    fc.property(shape, fc.nat(7), ({ signers, others, isVersioned }, nth) => {
      const index = nth % signers
      const before = build(signers, others, isVersioned)
      const after = insertSignature(before, base58.encode(keyOf(index)), signature)
      const start = 1 + 64 * index
      expect(after.slice(start, start + 64)).toEqual(signature)
      expect(after.slice(0, start)).toEqual(before.slice(0, start))
      expect(after.slice(start + 64)).toEqual(before.slice(start + 64))
    }),
  )
})

test('error: throws INVALID_WALLET_REPLY for an account that is not a signer, and for a signature of another length', () => {
  const fault = expect.objectContaining({ code: 'INVALID_WALLET_REPLY' })
  expect(() => insertSignature(build(1, 2, true), base58.encode(keyOf(1)), signature)).toThrow(fault)
  expect(() => insertSignature(build(1, 2, false), base58.encode(keyOf(0)), signature.slice(1))).toThrow(fault)
})

test('error: throws INVALID_WALLET_REPLY for bytes that are not a transaction', () => {
  const fault = expect.objectContaining({ code: 'INVALID_WALLET_REPLY' })
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(() => insertSignature(bytes, base58.encode(keyOf(200)), signature)).toThrow(fault)
    }),
  )
})
