import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { isSignedBy } from '../../test/isSignedBy.js'
import { createSecret, getFeature, setUpWallet, type TestWallet } from '../../test/setUpWallet.js'

const stranger = Keypair.generate().publicKey
const blockhash = stranger.toBase58()

function build({ wallet }: TestWallet, version: 'legacy' | 0 = 0): Uint8Array {
  const payerKey = new PublicKey(wallet.selectedAccount)
  const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: stranger, lamports: 5 })]
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions })
  const compiled = version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage()
  return new VersionedTransaction(compiled).serialize()
}

async function connect(options: Parameters<typeof setUpWallet>[0] = {}): Promise<TestWallet> {
  const rig = setUpWallet(options)
  await rig.connect()
  return rig
}

describe('message:sign', () => {
  it('signs texts and bytes', async () => {
    const rig = await connect()
    const sign = getFeature(rig, 'message:sign')
    for (const message of ['Grüße', new Uint8Array([0, 255]), '']) {
      const signature = await sign({ ...rig.asked(), message })
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const key = base58.decode(rig.wallet.selectedAccount)
      expect(ed25519.verify(base58.decode(signature), bytes, key)).toBe(true)
    }
  })

  it.each(['wrongSignature', 'otherAccount', 'otherMessage'] as const)(
    'rejects a dishonest reply with INVALID_WALLET_REPLY: %s',
    async (lie) => {
      const rig = await connect({ script: { lie } })
      const signing = getFeature(rig, 'message:sign')({ ...rig.asked(), message: 'Hello' })
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    },
  )

  it.each([
    ['nothing', undefined],
    ['an object instead of a list', { signature: new Uint8Array(64) }],
    ['an empty list', []],
    ['two outputs', [{}, {}]],
    ['strings instead of bytes', [{ signedMessage: 'Hello', signature: 'abc' }]],
    ['an object that throws', [new Proxy({}, { get: () => JSON.parse('{') })]],
  ])('rejects with INVALID_WALLET_REPLY if the wallet returns %s', async (_, value) => {
    const rig = await connect({ script: { methods: { 'solana:signMessage': { kind: 'reply', value } } } })
    const signing = getFeature(rig, 'message:sign')({ ...rig.asked(), message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  })

  it('accepts bytes of another realm, such as a frame', async () => {
    const rig = await connect()
    const { runInNewContext } = await import('node:vm')
    const message = new Uint8Array([1, 2, 3])
    const secret = createSecret(1)
    const signature: Uint8Array = runInNewContext('new Uint8Array(list)', { list: [...ed25519.sign(message, secret)] })
    const signedMessage: Uint8Array = runInNewContext('new Uint8Array([1, 2, 3])')
    expect(signature).not.toBeInstanceOf(Uint8Array)
    const value = [{ signedMessage, signature }]
    rig.wallet.script({ methods: { 'solana:signMessage': { kind: 'reply', value } } })
    expect(await getFeature(rig, 'message:sign')({ ...rig.asked(), message })).toBe(base58.encode(signature))
  })

  it('rejects with ACCOUNT_CHANGED if the account changed without an event, and emits the change', async () => {
    const rig = await connect({ without: ['standard:events'] })
    const asked = rig.asked()
    rig.wallet.selectAccount(1)
    const before = rig.wallet.prompts
    const signing = getFeature(rig, 'message:sign')({ ...asked, message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    expect(rig.wallet.prompts).toBe(before)
    expect(rig.events).toMatchObject([{ accounts: [{ address: rig.wallet.selectedAccount }, {}] }])
  })

  it('rejects with UNAUTHORIZED if the wallet is locked', async () => {
    const rig = await connect()
    rig.wallet.lock()
    const signing = getFeature(rig, 'message:sign')({ ...rig.asked(), message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('rejects with FEATURE_NOT_SUPPORTED if the wallet supports it but the account does not', async () => {
    const rig = await connect()
    const accounts = rig.wallet.standard.accounts.map((account) => ({ ...account, features: [] }))
    Object.defineProperty(rig.wallet.standard, 'accounts', { get: () => accounts })
    const signing = getFeature(rig, 'message:sign')({ ...rig.asked(), message: 'Hello' })
    await expect(signing).rejects.toMatchObject({ code: 'FEATURE_NOT_SUPPORTED' })
  })

  it.each([
    ['an array', new Uint8Array([1, 2, 3])],
    ['a Buffer', Buffer.from([1, 2, 3])],
  ])('passes the wallet a copy of %s, so that its changes do not affect the app', async (_, message) => {
    const rig = await connect()
    await getFeature(rig, 'message:sign')({ ...rig.asked(), message })
    const [input] = (rig.wallet.requests.at(-1)?.params ?? []) as { message: Uint8Array }[]
    input?.message.fill(0)
    expect([...message]).toEqual([1, 2, 3])
  })
})

describe('transaction:sign', () => {
  it('rejects with INVALID_WALLET_REPLY if the wallet changes its copy before it signs', async () => {
    const rig = await connect()
    const transaction = Buffer.from(build(rig))
    const features = rig.wallet.standard.features as Record<string, { signTransaction: unknown }>
    const own = features['solana:signTransaction']
    const sign = own?.signTransaction as (input: { transaction: Uint8Array }) => Promise<unknown>
    features['solana:signTransaction'] = {
      signTransaction: (input: { transaction: Uint8Array }) => {
        // the last byte is the highest of the amount
        input.transaction[input.transaction.length - 2] = 1
        return sign(input)
      },
    }
    const signing = getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction })
    await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  })

  it.each(['legacy', 0] as const)('signs a transaction of version %s', async (version) => {
    const rig = await connect()
    const signed = await getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction: build(rig, version) })
    expect(isSignedBy(signed, rig.wallet.selectedAccount)).toBe(true)
    expect(rig.wallet.requests.at(-1)?.params).toMatchObject([{ chain: 'solana:mainnet' }])
  })

  it('signs a transaction of @solana/kit, which can decode the result', async () => {
    const rig = await connect()
    const payer = address(rig.wallet.selectedAccount)
    const instruction = { programAddress: address(blockhash), data: new Uint8Array([1, 2, 3]) }
    const lifetime = { blockhash: blockhash as never, lastValidBlockHeight: 1n }
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (item) => setTransactionMessageFeePayer(payer, item),
      (item) => setTransactionMessageLifetimeUsingBlockhash(lifetime, item),
      (item) => appendTransactionMessageInstruction(instruction, item),
    )
    const transaction = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
    const signed = await getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction })
    const { signatures, messageBytes } = getTransactionDecoder().decode(signed)
    const signature = signatures[payer]
    expect(signature && ed25519.verify(signature, new Uint8Array(messageBytes), base58.decode(payer))).toBe(true)
  })

  it('lets the wallet raise the fee', async () => {
    const rig = await connect({ script: { lie: 'addedBudget' } })
    const signed = await getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction: build(rig) })
    expect(VersionedTransaction.deserialize(signed).message.compiledInstructions).toHaveLength(2)
    expect(isSignedBy(signed, rig.wallet.selectedAccount)).toBe(true)
  })

  it.each([
    ['wrongSignature', 'no signature of'],
    ['otherAccount', 'no signature of'],
    ['addedInstruction', 'added or changed an instruction'],
    ['otherPayer', 'who pays the fee'],
  ] as const)('rejects a dishonest reply with INVALID_WALLET_REPLY: %s', async (lie, details) => {
    const rig = await connect({ script: { lie } })
    const signing = getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction: build(rig) })
    await expect(signing).rejects.toMatchObject({
      code: 'INVALID_WALLET_REPLY',
      details: expect.stringContaining(details),
    })
  })

  it('rejects anything but a transaction of the account with INVALID_PARAMS, without a prompt [I22]', async () => {
    const rig = await connect()
    const before = rig.wallet.prompts
    const foreign = build(setUpWallet({ accounts: [createSecret(9)] }))
    for (const transaction of [new Uint8Array(), new Uint8Array(200), 'text' as never, undefined as never, foreign]) {
      const signing = getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction })
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    }
    expect(rig.wallet.prompts).toBe(before)
  })

  it('rejects with CHAIN_NOT_SUPPORTED without a prompt if the account does not support the network', async () => {
    const rig = await connect({ chains: ['solana:devnet'] })
    const before = rig.wallet.prompts
    const signing = getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction: build(rig) })
    await expect(signing).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(rig.wallet.prompts).toBe(before)
  })

  it('rejects with INVALID_WALLET_REPLY if the wallet returns no transaction', async () => {
    const rig = await connect()
    for (const value of [[{ signedTransaction: new Uint8Array(5) }], [{ signedTransaction: 'AQ==' }], null]) {
      rig.wallet.script({ methods: { 'solana:signTransaction': { kind: 'reply', value } } })
      const signing = getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction: build(rig) })
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    }
  })
})

describe('transaction:signAll', () => {
  it('signs all transactions in order, with one prompt', async () => {
    const rig = await connect()
    const before = rig.wallet.prompts
    const transactions = [build(rig, 0), build(rig, 'legacy'), build(rig, 0)]
    const signed = await getFeature(rig, 'transaction:signAll')({ ...rig.asked(), transactions })
    expect(rig.wallet.prompts - before).toBe(1)
    expect(signed.map((bytes) => VersionedTransaction.deserialize(bytes).version)).toEqual([0, 'legacy', 0])
    expect(signed.every((bytes) => isSignedBy(bytes, rig.wallet.selectedAccount))).toBe(true)
  })

  it('resolves an empty list without a prompt', async () => {
    const rig = await connect()
    const before = rig.wallet.prompts
    expect(await getFeature(rig, 'transaction:signAll')({ ...rig.asked(), transactions: [] })).toEqual([])
    expect(rig.wallet.prompts).toBe(before)
  })

  it('rejects with INVALID_WALLET_REPLY if the wallet signed only some transactions', async () => {
    const rig = await connect()
    const signed = await getFeature(rig, 'transaction:sign')({ ...rig.asked(), transaction: build(rig) })
    const value = [{ signedTransaction: signed }]
    rig.wallet.script({ methods: { 'solana:signTransaction': { kind: 'reply', value } } })
    const transactions = [build(rig), build(rig)]
    const signing = getFeature(rig, 'transaction:signAll')({ ...rig.asked(), transactions })
    await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  })
})

describe('message:signIn', () => {
  const input = {
    domain: 'shop.example',
    statement: 'Sign in to Shop',
    uri: 'https://shop.example/login',
    version: '1',
    chainId: 'solana:mainnet',
    nonce: 'k3jd9sl2',
    issuedAt: '2026-11-21T10:00:00Z',
    expirationTime: '2026-11-21T10:10:00Z',
    notBefore: '2026-11-21T09:59:00Z',
    requestId: '7',
    resources: ['https://shop.example/terms', 'ipfs://x'],
  }

  it('returns the text of the standard with a valid signature', async () => {
    const rig = await connect()
    const { account, signature, signedMessage } = await getFeature(rig, 'message:signIn')({ ...rig.asked(), input })
    expect(account.address).toBe(rig.wallet.selectedAccount)
    expect(ed25519.verify(signature, signedMessage, base58.decode(account.address))).toBe(true)
    expect(new TextDecoder().decode(signedMessage)).toBe(
      [
        'shop.example wants you to sign in with your Solana account:',
        account.address,
        '',
        'Sign in to Shop',
        '',
        'URI: https://shop.example/login',
        'Version: 1',
        'Chain ID: solana:mainnet',
        'Nonce: k3jd9sl2',
        'Issued At: 2026-11-21T10:00:00Z',
        'Expiration Time: 2026-11-21T10:10:00Z',
        'Not Before: 2026-11-21T09:59:00Z',
        'Request ID: 7',
        'Resources:',
        '- https://shop.example/terms',
        '- ipfs://x',
      ].join('\n'),
    )
  })

  it('uses the domain of the page by default, and omits undefined fields', async () => {
    const rig = await connect()
    const sparse = { statement: undefined, nonce: 'k3jd9sl2' }
    const { signedMessage } = await getFeature(rig, 'message:signIn')({ ...rig.asked(), input: sparse })
    const head = 'app.example wants you to sign in with your Solana account:'
    const expected = `${head}\n${rig.wallet.selectedAccount}\n\nNonce: k3jd9sl2`
    expect(new TextDecoder().decode(signedMessage)).toBe(expected)
  })

  it.each(['wrongSignature', 'otherAccount', 'otherMessage'] as const)(
    'rejects a dishonest reply with INVALID_WALLET_REPLY: %s',
    async (lie) => {
      const rig = await connect({ script: { lie } })
      const signing = getFeature(rig, 'message:signIn')({ ...rig.asked(), input })
      await expect(signing).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    },
  )
})
