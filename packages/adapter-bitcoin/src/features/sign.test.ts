import type { BitcoinAddressType } from '@latchkey/testing/bitcoin'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Verifier } from 'bip322-js'
import { Psbt, payments, type Signer } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPsbt, toText } from '../../test/createPsbt.js'
import { feature, keys, type SetUpOptions, setUpConnected, shapes, type TestRequest } from '../../test/setUpWallet.js'
import type { SignedPsbt, SignPsbtRequest } from './types.js'

const types: readonly BitcoinAddressType[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2tr']

describe.each(shapes)('message:sign of a %s wallet', (shape) => {
  // Leather has SegWit and Taproot only
  test.each(shape === 'leather' ? ['p2wpkh' as const] : types)('signs with its %s address', async (paymentType) => {
    const { connector, request, destroy } = await setUpConnected({ shape, paymentType })
    const signature = await feature(connector, 'message:sign')({ ...request, message: 'Grüße 👋' })
    expect(Verifier.verifySignature(request.account.address, 'Grüße 👋', signature)).toBe(true)
    const isWitness = paymentType === 'p2wpkh' || paymentType === 'p2tr'
    expect(Buffer.from(signature, 'base64').length === 65).toBe(!isWitness)
    destroy()
  })

  test('returns base64, even if the wallet returns hex', async () => {
    const { connector, request, destroy } = await setUpConnected({ shape, script: { encoding: 'hex' } })
    const signature = await feature(connector, 'message:sign')({ ...request, message: 'Hello' })
    expect(Verifier.verifySignature(request.account.address, 'Hello', signature)).toBe(true)
    expect(Buffer.from(signature, 'base64').toString('base64')).toBe(signature)
    destroy()
  })

  test.each(shape === 'leather' ? ['p2wpkh' as const] : (['p2wpkh', 'p2tr'] as const))(
    'keeps the BIP-322 1.0 prefix of a signature, for %s',
    async (paymentType) => {
      const { wallet, connector, request, destroy } = await setUpConnected({ shape, paymentType })
      const sign = feature(connector, 'message:sign')
      const signature = `smp${await sign({ ...request, message: 'Hello' })}`
      wallet.script({ methods: { signMessage: { kind: 'reply', value: signature } } })
      expect(await sign({ ...request, message: 'Hello' })).toBe(signature)
      await expect(sign({ ...request, message: 'Other' })).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
      destroy()
    },
  )

  test.each(['key', 'message', 'garbage'] as const)(
    'error: INVALID_WALLET_REPLY for a wrong signature (%s)',
    async (wrongSignature) => {
      const { connector, request, destroy } = await setUpConnected({ shape, script: { wrongSignature } })
      const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
      destroy()
    },
  )

  test('error: USER_REJECTED after one prompt if the user declines', async () => {
    const { wallet, connector, request, destroy } = await setUpConnected({
      shape,
      ask: ({ kind }) => kind === 'connect',
    })
    const before = wallet.prompts
    const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(wallet.prompts - before).toBe(1)
    destroy()
  })

  test.each([[undefined], [{}], [7], [[null]], [new Uint8Array()], ['']])(
    'error: INVALID_WALLET_REPLY for the reply %j',
    async (value) => {
      const script = { methods: { signMessage: { kind: 'reply', value } } } as const
      const { connector, request, destroy } = await setUpConnected({ shape, script })
      const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
      destroy()
    },
  )
})

describe('bytes to sign', () => {
  const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

  test('do not change if the app modifies its array before the user approves', async () => {
    const message = toBytes('Pay 1')
    const ask = ({ kind }: { readonly kind: string }): boolean => {
      if (kind === 'sign') message.set(toBytes('Pay 9'))
      return true
    }
    const { connector, request, destroy } = await setUpConnected({ shape: 'wallet-standard', ask })
    const signature = await feature(connector, 'message:sign')({ ...request, message })
    expect(Verifier.verifySignature(request.account.address, 'Pay 1', signature)).toBe(true)
    destroy()
  })

  test('error: INVALID_WALLET_REPLY if the wallet changes and then signs them', async () => {
    const { wallet, connector, request, destroy } = await setUpConnected({ shape: 'wallet-standard' })
    type Sign = (input: { readonly message: Uint8Array }) => Promise<unknown>
    const features = (wallet.provider as { features: Record<string, { signMessage: Sign }> }).features
    const { signMessage } = features['bitcoin:signMessage'] ?? {}
    features['bitcoin:signMessage'] = {
      async signMessage(input) {
        input.message.set(toBytes('Pay 9'))
        return signMessage?.(input)
      },
    }
    const message = toBytes('Pay 1')
    const signing = feature(connector, 'message:sign')({ ...request, message })
    await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    expect(message).toEqual(toBytes('Pay 1'))
    destroy()
  })

  test('error: INVALID_PARAMS for anything but a string or bytes, without a wallet prompt', async () => {
    const { wallet, connector, request, destroy } = await setUpConnected({ shape: 'wallet-standard' })
    const before = wallet.prompts
    const signing = feature(connector, 'message:sign')({ ...request, message: 7 as never })
    await expect(signing).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(wallet.prompts).toBe(before)
    destroy()
  })
})

test('signs with the ordinals account if the request names it', async () => {
  const { connector, request, accounts, destroy } = await setUpConnected({ shape: 'xverse' })
  const [, ordinal] = accounts
  expect(ordinal?.type).toBe('ordinal')
  const account = ordinal ?? request.account
  const signature = await feature(connector, 'message:sign')({ ...request, account, message: 'Hello' })
  expect(Verifier.verifySignature(account.address, 'Hello', signature)).toBe(true)
  destroy()
})

test('falls back to ECDSA for SegWit if the wallet does not support BIP-322', async () => {
  const cannot = { kind: 'throw', value: { code: -32_601, message: 'Unsupported' } } as const
  const set = await setUpConnected({ shape: 'unisat' })
  set.wallet.script({ methods: { signMessage: [cannot] } })
  const signature = await feature(set.connector, 'message:sign')({ ...set.request, message: 'Hello' })
  expect(Buffer.from(signature, 'base64')).toHaveLength(65)
  expect(
    set.wallet.requests.filter(({ method }) => method === 'signMessage').map(({ params }) => params),
  ).toMatchObject([{ type: 'bip322-simple' }, { type: 'ecdsa' }])
  set.destroy()
})

test('never falls back to ECDSA for Taproot', async () => {
  const cannot = { kind: 'throw', value: { code: -32_601, message: 'Unsupported' } } as const
  const set = await setUpConnected({ shape: 'unisat', paymentType: 'p2tr' })
  set.wallet.script({ methods: { signMessage: [cannot] } })
  const sign = feature(set.connector, 'message:sign')
  await expect(sign({ ...set.request, message: 'Hello' })).rejects.toMatchObject({ code: 'METHOD_NOT_FOUND' })
  set.wallet.script({ scheme: 'ecdsa' })
  await expect(sign({ ...set.request, message: 'Hello' })).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  set.destroy()
})

test.each(shapes.filter((shape) => shape !== 'leather'))(
  'error: ACCOUNT_CHANGED without a prompt if %s is on another account',
  async (shape) => {
    const { wallet, connector, request, events, destroy } = await setUpConnected({ shape })
    const before = wallet.prompts
    wallet.selectAccount(1)
    const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    expect(wallet.prompts).toBe(before)
    expect(JSON.stringify(events.at(-1))).toContain(wallet.addresses[0]?.address)
    destroy()
  },
)

test('error: ACCOUNT_CHANGED if the reply names another account, as with Leather', async () => {
  const { wallet, connector, request, destroy } = await setUpConnected({ shape: 'leather' })
  wallet.selectAccount(1)
  const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
  await expect(signing).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
  destroy()
})

test.each(shapes.filter((shape) => shape !== 'leather'))(
  'error: UNAUTHORIZED if %s is locked, which also disconnects it',
  async (shape) => {
    const { wallet, connector, request, events, destroy } = await setUpConnected({ shape })
    wallet.lock()
    const signing = feature(connector, 'message:sign')({ ...request, message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(events).toEqual(['disconnect'])
    destroy()
  },
)

test('only wallets that accept bytes sign bytes that are not text', async () => {
  const message = Uint8Array.of(0xff, 0xfe, 0)
  const bytes = await setUpConnected({ shape: 'wallet-standard' })
  await expect(feature(bytes.connector, 'message:sign')({ ...bytes.request, message })).resolves.toMatch(/^\S+$/)
  bytes.destroy()
  const texts = await setUpConnected({ shape: 'okx' })
  const signing = feature(texts.connector, 'message:sign')({ ...texts.request, message })
  await expect(signing).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  texts.destroy()
})

const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** The PSBT below, signed with the first key: ECDSA is deterministic (RFC 6979). */
const golden =
  'cHNidP8BAFICAAAAAaielLUPFU8r/zyIVSExLM7wHxVuxtwxTCYXqsG0cglfAAAAAAD/////AbiCAQAAAAAAFgAUdR526BmRltRUlBxF0bOjI/FDO9YAAAAAAAEBH6CGAQAAAAAAFgAUebAAiHYmspSpFFAaTNImtYsjWYMBCGsCRzBEAiBL6FdmadpUjB9qlHnUOvM22aR9Fc6+quk0IVzhTx1jngIgUVOEr6PUd6OftnLAZRHCgbSwlhZQu01n3Zj3cEsXVjkBIQMbhMVWexJkQJldPtWqugVl1x4YNGBIGf+cF/Xp1d0HjwAA'

const stranger = 'bcrt1q6z64a43mjgkcq0ul2znwneq3spghrlau9slefp'

type Own = Partial<Omit<SignPsbtRequest, 'account' | 'network' | 'signal'>>

/** Has the wallet sign a PSBT; by default one that spends a coin of the first account. */
const sign = ({ connector, request }: TestRequest, own: Own = {}): Promise<SignedPsbt> =>
  feature(
    connector,
    'psbt:sign',
  )({ psbt: toText(createPsbt([{ address: request.account.address }], receiver)), ...request, ...own })

const withWallet = async (options: SetUpOptions, run: (set: TestRequest) => Promise<void>): Promise<void> => {
  const set = await setUpConnected(options)
  try {
    await run(set)
  } finally {
    set.destroy()
  }
}

describe.each(shapes)('psbt:sign of a %s wallet', (shape) => {
  test.each(shape === 'leather' ? ['p2wpkh' as const] : types)('signs with its %s address', (paymentType) =>
    withWallet({ shape, paymentType }, async (set) => {
      const { psbtBase64, finalized, txid } = await sign(set)
      expect(finalized).toBe(true)
      expect(txid).toBeUndefined()
      expect(Psbt.fromBase64(psbtBase64).extractTransaction().outs).toHaveLength(1)
    }),
  )

  test.each([
    { encoding: 'hex', finalize: true },
    { encoding: 'hex', finalize: false },
    { encoding: 'base64', finalize: true },
    { encoding: 'base64', finalize: false },
  ] as const)('returns the same PSBT if the wallet replies with $encoding, finalize: $finalize', (script) =>
    withWallet({ shape, script }, async (set) => {
      const { psbtBase64, finalized } = await sign(set)
      expect({ psbtBase64, finalized }).toEqual({ psbtBase64: golden, finalized: true })
    }),
  )

  test.each([
    ['a wrong signature', { wrongSignature: 'garbage' }],
    ['another transaction', { replaceOutput: true }],
    ['an empty reply', { methods: { signPsbt: { kind: 'reply', value: undefined } } }],
    ['an invalid PSBT', { methods: { signPsbt: { kind: 'reply', value: 'cHNidP8=' } } }],
    ['an unexpected object', { methods: { signPsbt: { kind: 'reply', value: { psbt: {} } } } }],
  ] as const)('error: INVALID_WALLET_REPLY for %s', (_, script) =>
    withWallet({ shape, script }, async (set) => {
      await expect(sign(set)).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    }),
  )

  test('error: INVALID_WALLET_REPLY if the wallet returns the PSBT unsigned', () =>
    withWallet({ shape }, async (set) => {
      const psbt = createPsbt([{ address: set.request.account.address }], receiver)
      set.wallet.script({ methods: { signPsbt: [{ kind: 'reply', value: psbt.toBuffer() }] } })
      await expect(sign(set, { psbt: toText(psbt) })).rejects.toMatchObject({
        code: 'INVALID_WALLET_REPLY',
        details: expect.stringContaining('Input 0'),
      })
    }))

  test('error: USER_REJECTED if the user declines', () =>
    withWallet({ shape, ask: ({ kind }) => kind === 'connect' }, async (set) => {
      await expect(sign(set)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    }))
})

describe('psbt:sign before a wallet prompt', () => {
  const refused = async (own: Own | ((set: TestRequest) => Own), code: string, details: RegExp): Promise<void> =>
    withWallet({ shape: 'xverse' }, async (set) => {
      const before = set.wallet.prompts
      const fault = await sign(set, typeof own === 'function' ? own(set) : own).catch((cause: unknown) => cause)
      expect(fault).toMatchObject({ code, details: expect.stringMatching(details) })
      expect(set.wallet.prompts).toBe(before)
    })
  const psbtOf = (...addresses: readonly string[]): string =>
    toText(
      createPsbt(
        addresses.map((address) => ({ address })),
        receiver,
      ),
    )

  test.each(['', 'not base64!', 'cHNidP8=', 'AAAA', 7 as unknown as string])(
    'error: INVALID_PARAMS for the PSBT %j',
    (psbt) => refused({ psbt }, 'INVALID_PARAMS', /psbt is no/),
  )

  test('error: INVALID_PARAMS for arbitrary base64', () =>
    withWallet({ shape: 'unisat' }, async (set) => {
      await fc.assert(
        fc.asyncProperty(fc.base64String({ maxLength: 400 }), async (psbt) => {
          await expect(sign(set, { psbt })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
        }),
        { numRuns: 30 },
      )
    }))

  test('error: INVALID_PARAMS for a PSBT without an input of the account', () =>
    refused({ psbt: psbtOf(stranger) }, 'INVALID_PARAMS', /No input belongs/))

  test('error: INVALID_PARAMS for a PSBT that is already signed or finalized', async () => {
    for (const finalize of [true, false]) {
      let psbt = ''
      await withWallet({ shape: 'unisat' }, async (set) => {
        const signed = createPsbt([{ address: set.request.account.address }], receiver)
        const { signPsbt } = set.wallet.provider as { signPsbt(psbt: string, options: object): Promise<string> }
        psbt = Psbt.fromHex(await signPsbt(signed.toHex(), { autoFinalized: finalize })).toBase64()
      })
      await refused({ psbt }, 'INVALID_PARAMS', /signed already/)
      await refused(
        ({ request }) => ({ psbt, signInputs: [{ address: request.account.address, index: 0 }] }),
        'INVALID_PARAMS',
        /signed already/,
      )
    }
  })

  test('error: UNAUTHORIZED for an address that is not an account of the wallet', () =>
    refused(
      { psbt: psbtOf(stranger), signInputs: [{ address: stranger, index: 0 }] },
      'UNAUTHORIZED',
      /not an account/,
    ))

  test.each([
    ['an input index out of range', 1, /no input 1/],
    ['a fractional input index', 0.5, /no input 0.5/],
    ['an input index that is not a number', '0' as unknown as number, /no input 0/],
  ])('error: INVALID_PARAMS for %s', (_, index, details) =>
    refused(
      ({ request }) => ({ signInputs: [{ address: request.account.address, index }] }),
      'INVALID_PARAMS',
      details,
    ),
  )

  test('error: INVALID_PARAMS for an input of the wallet’s other address', () =>
    refused(
      ({ accounts }) => ({
        psbt: psbtOf(accounts[0].address),
        signInputs: [{ address: accounts[1]?.address ?? '', index: 0 }],
      }),
      'INVALID_PARAMS',
      /does not belong/,
    ))

  test('error: INVALID_PARAMS for no inputs, duplicate inputs, invalid sighash types and an invalid address', async () => {
    const own = ({ request }: TestRequest) => ({ address: request.account.address, index: 0 })
    await refused({ signInputs: [] }, 'INVALID_PARAMS', /names no input/)
    await refused((set) => ({ signInputs: [own(set), own(set)] }), 'INVALID_PARAMS', /twice/)
    await refused((set) => ({ signInputs: [{ ...own(set), sighashTypes: [4] }] }), 'INVALID_PARAMS', /sighashTypes/)
    await refused((set) => ({ signInputs: [{ ...own(set), address: 'x' }] }), 'INVALID_PARAMS', /not an address/)
  })

  test('error: INVALID_PARAMS for an input whose previous transaction does not match its id', () =>
    withWallet({ shape: 'unisat', paymentType: 'p2pkh' }, async (set) => {
      const psbt = createPsbt([{ address: set.request.account.address, txid: `${'00'.repeat(31)}01` }], receiver)
      await expect(sign(set, { psbt: toText(psbt) })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    }))

  test('error: RPC_URL_MISSING for a broadcast if no node is configured', () =>
    withWallet({ shape: 'unisat' }, async (set) => {
      const before = set.wallet.prompts
      await expect(sign(set, { broadcast: true })).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
      expect(set.wallet.prompts).toBe(before)
    }))

  test('error: INVALID_PARAMS for a broadcast that would lack a signature', () =>
    withWallet({ shape: 'unisat', esploraUrl: 'http://127.0.0.1:9' }, async (set) => {
      const psbt = psbtOf(set.request.account.address, stranger)
      await expect(sign(set, { psbt, broadcast: true })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
        details: expect.stringContaining('input 1 would lack a signature'),
      })
    }))

  test('error: INVALID_PARAMS for a broadcast with a partially signed multisig input', () =>
    withWallet({ shape: 'unisat', esploraUrl: 'http://127.0.0.1:9' }, async (set) => {
      const psbt = createPsbt([{ address: set.request.account.address }], receiver)
      const [signer, other] = keys.map((key) => ({
        publicKey: secp256k1.getPublicKey(key),
        sign: (hash: Uint8Array) => secp256k1.sign(hash, key, { prehash: false }),
      })) as [Signer, Signer]
      const pubkeys = [signer.publicKey, other.publicKey]
      const { output = new Uint8Array(), redeem } = payments.p2wsh({ redeem: payments.p2ms({ m: 2, pubkeys }) })
      const witnessScript = redeem?.output ?? new Uint8Array()
      psbt.addInput({ hash: 'ab'.repeat(32), index: 0, witnessUtxo: { script: output, value: 5_000n }, witnessScript })
      psbt.signInput(1, signer)
      const before = set.wallet.prompts
      await expect(sign(set, { psbt: toText(psbt), broadcast: true })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
        details: expect.stringContaining('input 1 would lack a signature'),
      })
      expect(set.wallet.prompts).toBe(before)
      // the last signer of the multisig has signed: now the node is asked
      psbt.signInput(1, other)
      await expect(sign(set, { psbt: toText(psbt), broadcast: true })).rejects.toMatchObject({ code: 'RPC_FAILED' })
    }))

  test('error: ACCOUNT_CHANGED if the wallet is on another account', () =>
    withWallet({ shape: 'unisat' }, async (set) => {
      set.wallet.selectAccount(1)
      await expect(sign(set)).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    }))
})

test('both addresses sign one PSBT', () =>
  withWallet({ shape: 'wallet-standard' }, async (set) => {
    const addresses = set.accounts.map(({ address }) => address)
    const psbt = toText(
      createPsbt(
        addresses.map((address) => ({ address })),
        receiver,
      ),
    )
    const signInputs = addresses.map((address, index) => ({ address, index }))
    const { psbtBase64, finalized } = await sign(set, { psbt, signInputs })
    expect(finalized).toBe(true)
    expect(Psbt.fromBase64(psbtBase64).extractTransaction().ins).toHaveLength(2)
  }))

test('leaves the inputs of other signers unsigned, and does not finalize the PSBT', () =>
  withWallet({ shape: 'okx' }, async (set) => {
    const coins = [{ address: set.request.account.address }, { address: stranger }]
    const { psbtBase64, finalized } = await sign(set, { psbt: toText(createPsbt(coins, receiver)) })
    const { inputs } = Psbt.fromBase64(psbtBase64).data
    expect(finalized).toBe(false)
    expect(inputs.map(({ partialSig, finalScriptWitness }) => [partialSig?.length, finalScriptWitness])).toEqual([
      [1, undefined],
      [undefined, undefined],
    ])
  }))

test('accepts another sighash type only if it was requested', () =>
  withWallet({ shape: 'unisat' }, async (set) => {
    const { address } = set.request.account
    const psbt = createPsbt([{ address }], receiver)
    const single = psbt.clone().updateInput(0, { sighashType: 0x83 })
    const request = { psbt: toText(single), signInputs: [{ address, index: 0, sighashTypes: [0x83] }] }
    await expect(sign(set, request)).resolves.toMatchObject({ finalized: true })

    const { signPsbt } = set.wallet.provider as { signPsbt(psbt: string, options: object): Promise<string> }
    const value = await signPsbt(single.toHex(), { toSignInputs: [{ ...request.signInputs[0] }] })
    set.wallet.script({ methods: { signPsbt: [{ kind: 'reply', value: Buffer.from(value, 'hex') }] } })
    await expect(sign(set, { psbt: toText(psbt) })).rejects.toMatchObject({
      code: 'INVALID_WALLET_REPLY',
      details: expect.stringContaining('sighash type 131'),
    })
  }))

test.each([0x01, 0x02, 0x03, 0x81, 0x82, 0x83])(
  'a Wallet Standard wallet signs with the requested sighash type %i',
  (sighashType) =>
    withWallet({ shape: 'wallet-standard' }, async (set) => {
      const { address } = set.request.account
      const psbt = toText(createPsbt([{ address }], receiver).updateInput(0, { sighashType }))
      const signInputs = [{ address, index: 0, sighashTypes: [sighashType] }]
      await expect(sign(set, { psbt, signInputs })).resolves.toMatchObject({ finalized: true })
    }),
)

test('every wallet returns the same signed PSBT for the same key', async () => {
  const results = new Set<string>()
  for (const shape of shapes)
    await withWallet({ shape, privateKeys: keys }, async (set) => void results.add((await sign(set)).psbtBase64))
  expect([...results]).toHaveLength(1)
})
