import { createModalCore, type StandardAccount, type StandardWallet, watchStandardWallets } from '@latchkey/core'
import { endConnection, type RunningSolana, solanaDevKeypair, startSolana } from '@latchkey/devnet'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSolanaWallet } from './createSolanaWallet.js'
import type { SolanaAskRequest, SolanaFeature, SolanaWallet, SolanaWalletOptions } from './solanaWallet.js'

const [first, second] = [solanaDevKeypair(0), solanaDevKeypair(1)]

function create(options: Partial<SolanaWalletOptions> = {}): SolanaWallet {
  return createSolanaWallet({ name: 'Dev wallet', accounts: [first.secretKey, second.secretKey], ...options })
}

type Output = {
  readonly accounts?: readonly StandardAccount[]
  readonly account?: StandardAccount
  readonly signature?: Uint8Array
  readonly signedMessage?: Uint8Array
  readonly signedTransaction?: Uint8Array
}

/** Calls a feature like a site does. */
async function call({ standard }: SolanaWallet, feature: SolanaFeature, ...inputs: unknown[]): Promise<Output[]> {
  const methods = standard.features[feature] as Record<string, (...inputs: unknown[]) => Promise<Output | Output[]>>
  const reply = await methods[feature.split(':')[1] ?? '']?.(...inputs)
  return Array.isArray(reply) ? reply : [reply ?? {}]
}

async function connect(wallet: SolanaWallet): Promise<StandardAccount> {
  await call(wallet, 'standard:connect')
  const [account] = wallet.standard.accounts
  if (!account) throw new Error('The wallet shows no account.')
  return account
}

function createStorage(): Storage {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const isSigned = (address: string, message: Uint8Array, signature: Uint8Array | undefined): boolean =>
  signature !== undefined && ed25519.verify(signature, message, base58.decode(address))

function transfer(from: string, blockhash: string, version: 'legacy' | 0 = 0): Uint8Array {
  const payerKey = new PublicKey(from)
  const toPubkey = Keypair.generate().publicKey
  const instructions = [SystemProgram.transfer({ fromPubkey: payerKey, toPubkey, lamports: 1_500_000_000 })]
  const message = new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions })
  const compiled = version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage()
  return new VersionedTransaction(compiled).serialize()
}

describe('registering', () => {
  const watch = (page: EventTarget) => {
    const names: string[] = []
    const { env } = createModalCore({ adapters: [], env: { window: () => page as Window } })
    const stop = watchStandardWallets(env, {
      onRegister: (wallet: StandardWallet) => void names.push(wallet.name),
      onUnregister: (wallet: StandardWallet) => void names.push(`-${wallet.name}`),
    })
    return { names, stop }
  }

  it('reaches apps that load before and after it, and can be undone', () => {
    const page = new EventTarget()
    const before = watch(page)
    const undo = create().register(page)
    const after = watch(page)
    expect([before.names, after.names]).toEqual([['Dev wallet'], ['Dev wallet']])
    undo()
    expect([before.names, after.names]).toEqual([
      ['Dev wallet', '-Dev wallet'],
      ['Dev wallet', '-Dev wallet'],
    ])
    expect(watch(page).names).toEqual([])
  })

  it('can be delayed, and canceled during the delay', async () => {
    const page = new EventTarget()
    const { names } = watch(page)
    create().register(page, { after: 20 })
    const undo = create({ name: 'Never' }).register(page, { after: 20 })
    undo()
    expect(names).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(names).toEqual(['Dev wallet'])
  })

  it('offers the features of the standard, except those that are left out', () => {
    expect(Object.keys(create({ without: ['solana:signIn', 'standard:events'] }).standard.features)).toEqual([
      'standard:connect',
      'standard:disconnect',
      'solana:signMessage',
      'solana:signTransaction',
      'solana:signAndSendTransaction',
    ])
  })
})

describe('connecting', () => {
  it('asks once, lists the selected account first, and emits changes', async () => {
    const wallet = create()
    const seen: unknown[] = []
    const { on } = wallet.standard.features['standard:events'] as {
      on: (event: string, listener: (properties: unknown) => void) => () => void
    }
    const off = on('change', (properties) => void seen.push(properties))
    const [{ accounts = [] } = {}] = await call(wallet, 'standard:connect')
    expect(accounts.map(({ address }) => address)).toEqual([first.address, second.address])
    expect(accounts[0]?.publicKey).toEqual(base58.decode(first.address))
    await call(wallet, 'standard:connect')
    wallet.selectAccount(1)
    wallet.disconnectSite()
    expect(wallet.prompts).toBe(1)
    expect(seen).toMatchObject([
      { accounts: [{ address: first.address }, {}] },
      { accounts: [{ address: second.address }, {}] },
      { accounts: [] },
    ])
    expect(wallet.listenerCount).toBe(1)
    off()
    expect(wallet.listenerCount).toBe(0)
  })

  it('shows no prompt for a silent connect, unless the wallet does not support it', async () => {
    const [polite, rude] = [create(), create({ connectsSilently: false })]
    expect(await call(polite, 'standard:connect', { silent: true })).toEqual([{ accounts: [] }])
    await call(rude, 'standard:connect', { silent: true })
    expect([polite.prompts, rude.prompts, rude.isConnected]).toEqual([0, 1, true])
  })

  it('keeps consent, selection and a disconnect across reloads', async () => {
    const options = { storage: createStorage(), origin: 'https://app.example' }
    const wallet = create(options)
    await connect(wallet)
    wallet.selectAccount(1)
    const reloaded = create(options)
    expect([reloaded.isConnected, reloaded.selectedAccount]).toEqual([true, second.address])
    expect(create({ ...options, origin: 'https://other.example' }).isConnected).toBe(false)
    expect(create({ ...options, name: 'Another' }).isConnected).toBe(false)
    await call(reloaded, 'standard:disconnect')
    expect(create(options).isConnected).toBe(false)
  })

  it('ignores invalid stored state', () => {
    for (const text of ['{', '[]', '{"account":5,"permissions":{"a":7}}']) {
      const storage = { ...createStorage(), getItem: () => text }
      expect(create({ storage }).selectedAccount).toBe(first.address)
    }
  })

  it('throws for invalid and missing keys, and accepts a 32-byte key', () => {
    expect(() => create({ accounts: [new Uint8Array(31)] })).toThrow(RangeError)
    expect(() => create({ accounts: [] })).toThrow(RangeError)
    expect(create({ accounts: [first.secretKey.slice(0, 32)] }).accounts).toEqual([first.address])
  })
})

describe('signing', () => {
  const blockhash = Keypair.generate().publicKey.toBase58()

  it('signs several messages with a single prompt that shows them', async () => {
    const asked: SolanaAskRequest[] = []
    const wallet = create({ ask: (request) => asked.push(request) > 0 })
    const account = await connect(wallet)
    const inputs = ['Hello', 'wor\u202eld'].map((text) => ({ account, message: bytes(text) }))
    const outputs = await call(wallet, 'solana:signMessage', ...inputs)
    expect(
      outputs.map(({ signature }, index) => isSigned(first.address, inputs[index]?.message ?? bytes(''), signature)),
    ).toEqual([true, true])
    expect(asked.map(({ kind, summary }) => [kind, summary])).toEqual([
      ['connect', 'Connect to null'],
      ['sign', 'Sign Hello, wor\ufffdld'],
    ])
  })

  it.each(['legacy', 0] as const)(
    'signs transactions of version %s, and describes them in the prompt',
    async (version) => {
      const asked: SolanaAskRequest[] = []
      const wallet = create({ ask: (request) => asked.push(request) > 0 })
      const account = await connect(wallet)
      const input = { account, transaction: transfer(first.address, blockhash, version), chain: 'solana:localnet' }
      const [output] = await call(wallet, 'solana:signTransaction', input)
      const { message, signatures } = VersionedTransaction.deserialize(output?.signedTransaction ?? bytes(''))
      expect(isSigned(first.address, message.serialize(), signatures[0])).toBe(true)
      expect(asked.at(-1)?.summary).toMatch(/^Sign 1\.5 SOL to \w+$/)
    },
  )

  it('is rejected for accounts that are not connected, and for malformed and foreign transactions', async () => {
    const wallet = create()
    const account = await connect(wallet)
    wallet.disconnectSite()
    await expect(call(wallet, 'solana:signMessage', { account, message: bytes('x') })).rejects.toMatchObject({
      code: 4_100,
    })
    await connect(wallet)
    const signing = call(wallet, 'solana:signTransaction', { account, transaction: bytes('x') })
    await expect(signing).rejects.toMatchObject({ code: -32_602 })
    const foreign = transfer(Keypair.generate().publicKey.toBase58(), blockhash)
    const other = call(wallet, 'solana:signTransaction', { account, transaction: foreign })
    await expect(other).rejects.toMatchObject({ code: -32_602 })
  })

  it('signs in even if the site is not connected yet', async () => {
    const wallet = create({ origin: 'https://app.example' })
    const [output] = await call(wallet, 'solana:signIn', { statement: 'Welcome', nonce: 'abcdefgh' })
    const text = `app.example wants you to sign in with your Solana account:\n${first.address}\n\nWelcome\n\nNonce: abcdefgh`
    expect(new TextDecoder().decode(output?.signedMessage)).toBe(text)
    expect(isSigned(first.address, bytes(text), output?.signature)).toBe(true)
    expect([output?.account?.address, wallet.isConnected, wallet.prompts]).toEqual([first.address, true, 2])
  })
})

describe('misbehaving', () => {
  it('rejects, throws, replies, delays and hangs as scripted, and then behaves normally', async () => {
    const wallet = create()
    const account = await connect(wallet)
    const sign = (): Promise<Output[]> => call(wallet, 'solana:signMessage', { account, message: bytes('x') })
    wallet.script({
      methods: {
        'solana:signMessage': [
          { kind: 'reject' },
          { kind: 'throw', value: 'odd' },
          { kind: 'reply', value: [] },
          { kind: 'delay', ms: 10, next: { kind: 'reject', code: 5_000 } },
          { kind: 'hang' },
        ],
      },
    })
    await expect(sign()).rejects.toMatchObject({ code: 4_001 })
    await expect(sign()).rejects.toBe('odd')
    expect(await sign()).toEqual([])
    await expect(sign()).rejects.toMatchObject({ code: 5_000 })
    const hanging = sign()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(wallet.requests.at(-1)?.outcome).toBe('pending')
    wallet.release()
    expect(await hanging).toHaveLength(1)
    expect(await sign()).toHaveLength(1)
    expect(wallet.requests.map(({ outcome }) => outcome)).toEqual([
      'answered',
      'refused',
      'refused',
      'answered',
      'refused',
      'answered',
      'answered',
    ])
  })

  it('while locked, waits or rejects as scripted', async () => {
    const waiting = create({ script: { locked: 'wait' } })
    const connecting = connect(waiting)
    waiting.unlock()
    expect((await connecting).address).toBe(first.address)
    waiting.lock()
    expect([waiting.isLocked, waiting.standard.accounts]).toEqual([true, []])
    const busy = create({ script: { locked: 'pending' } })
    await expect(connect(busy)).rejects.toMatchObject({ code: -32_002 })
    busy.reset()
    expect((await connect(busy)).address).toBe(first.address)
  })

  it('stays connected if it is scripted to ignore disconnects', async () => {
    const wallet = create({ script: { ignoreDisconnect: true } })
    await connect(wallet)
    await call(wallet, 'standard:disconnect')
    expect(wallet.isConnected).toBe(true)
  })

  it.each(['wrongSignature', 'otherAccount', 'otherMessage'] as const)(
    'returns an invalid message signature: %s',
    async (lie) => {
      const wallet = create({ script: { lie } })
      const account = await connect(wallet)
      const [output] = await call(wallet, 'solana:signMessage', { account, message: bytes('Hello') })
      expect(isSigned(first.address, bytes('Hello'), output?.signature)).toBe(false)
    },
  )
})

describe('on the local chain', () => {
  let chain: RunningSolana
  let connection: Connection
  beforeAll(async () => {
    chain = await startSolana({ slotMs: 40 })
    connection = new Connection(chain.rpcUrl, { wsEndpoint: chain.wsUrl, commitment: 'confirmed' })
  })
  afterAll(async () => {
    endConnection(connection)
    await chain.stop()
  })

  it.each([undefined, 'replacedBlockhash', 'addedBudget', 'addedInstruction'] as const)(
    'signs and sends a transaction, unchanged or changed as scripted: %s',
    async (lie) => {
      const wallet = create({ rpcUrl: chain.rpcUrl, script: { lie } })
      const account = await connect(wallet)
      const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
      // a block later there is a newer blockhash
      chain.advanceSlots(1)
      const input = { account, transaction: transfer(first.address, blockhash), chain: 'solana:localnet' }
      // one lamport for a new account is less than rent, so the chain refuses it
      const sent = call(wallet, 'solana:signAndSendTransaction', { ...input, options: { skipPreflight: true } })
      const [output] = await sent
      const signature = base58.encode(output?.signature ?? bytes(''))
      await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
      const landed = await connection.getTransaction(signature, {
        maxSupportedTransactionVersion: 0,
        commitment: 'confirmed',
      })
      expect(landed?.transaction.message.recentBlockhash === blockhash).toBe(lie !== 'replacedBlockhash')
      const count = lie === 'addedBudget' || lie === 'addedInstruction' ? 2 : 1
      expect(landed?.transaction.message.compiledInstructions).toHaveLength(count)
    },
  )

  it("passes the node's error through, and rejects without a node", async () => {
    const [wallet, offline] = [create({ rpcUrl: chain.rpcUrl }), create()]
    const account = await connect(wallet)
    await connect(offline)
    const transaction = transfer(first.address, Keypair.generate().publicKey.toBase58())
    const sending = call(wallet, 'solana:signAndSendTransaction', { account, transaction })
    await expect(sending).rejects.toMatchObject({ code: -32_002 })
    const lost = call(offline, 'solana:signAndSendTransaction', { account, transaction })
    await expect(lost).rejects.toMatchObject({ code: -32_603 })
  })
})
