import type { Transaction } from '@latchkey/core'
import { type RunningSolana, solanaDevKeypair, startRpcProxy, startSolana } from '@latchkey/devnet'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { assert, constantFrom, oneof, property, string } from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { createTransfer } from '../../test/createTransfer.js'
import { getFeature, type SetUpOptions, setUpWallet, type TestWallet } from '../../test/setUpWallet.js'
import { parseSendOptions } from './sendTransaction.js'

const payer = solanaDevKeypair(3)
const fresh = (): string => Keypair.generate().publicKey.toBase58()
const rent = 890_880

let chain: RunningSolana
let connection: Connection
beforeAll(async () => {
  chain = await startSolana({ slotMs: 40 })
  connection = new Connection(chain.rpcUrl, { wsEndpoint: chain.wsUrl, commitment: 'confirmed' })
})
beforeEach(() => chain.forgetCalls())
afterAll(() => chain.stop())

async function connect(options: SetUpOptions = {}): Promise<TestWallet> {
  const networks = [createLocalNetwork(chain.rpcUrl)]
  const rig = setUpWallet({ accounts: [payer.secretKey], rpcUrl: chain.rpcUrl, networks, ...options })
  await rig.connect()
  return rig
}
const send = (rig: TestWallet, transaction: Transaction): Promise<string> =>
  getFeature(rig, 'transaction:send')({ ...rig.asked(), transaction })
const untilConfirmed = async (id: string): Promise<unknown> => {
  for (;;) {
    const { value } = await connection.getSignatureStatus(id)
    if (value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized') return value.err
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Sent by the wallet itself, or by the configured nodes. */
const ways = [
  ['a wallet that sends', []],
  ['a wallet that only signs', ['solana:signAndSendTransaction']],
] as const

describe.each(ways)('transaction:send with %s', (_, without) => {
  it('counts as not sent if no node returns a blockhash', async () => {
    const rig = await connect({ without, env: { fetch: async () => new Response('', { status: 404 }) } })
    const sending = send(rig, { to: fresh(), lamports: BigInt(rent) })
    await expect(sending).rejects.toMatchObject({ code: 'RPC_FAILED', isUnsent: true })
  })

  it('transfers SOL', async () => {
    const [rig, to] = [await connect({ without }), fresh()]
    const id = await send(rig, { to, lamports: BigInt(rent) })
    expect(await untilConfirmed(id)).toBeNull()
    expect(await connection.getBalance(new PublicKey(to))).toBe(rent)
    expect(chain.calls.filter(({ method }) => method === 'sendTransaction')).toHaveLength(1)
  })

  it.each(['legacy', 0] as const)('sends a serialized transaction of version %s', async (version) => {
    const rig = await connect({ without })
    const serialized = await createTransfer(chain.rpcUrl, { from: payer, to: fresh(), lamports: rent, version })
    expect(await untilConfirmed(await send(rig, { serialized }))).toBeNull()
  })

  it('passes the send options to the node [S5.11]', async () => {
    const rig = await connect({ without })
    const options = { skipPreflight: true, preflightCommitment: 'processed', maxRetries: 2, minContextSlot: 1 } as const
    await send(rig, { to: fresh(), lamports: BigInt(rent), options })
    const call = chain.calls.find(({ method }) => method === 'sendTransaction')
    expect(call?.params[1]).toMatchObject(options)
  })

  it('sends even if the wallet has replaced the blockhash or added a compute budget', async () => {
    for (const lie of ['replacedBlockhash', 'addedBudget'] as const) {
      const rig = await connect({ without, script: { lie } })
      const id = await send(rig, { to: fresh(), lamports: BigInt(rent) })
      expect(await untilConfirmed(id)).toBeNull()
    }
  })

  it('rejects invalid input with INVALID_PARAMS, without a prompt [I22]', async () => {
    const rig = await connect({ without })
    const before = rig.wallet.prompts
    const to = fresh()
    const wrong: readonly unknown[] = [
      undefined,
      'text',
      { to: `${to}1`, lamports: 1n },
      { to: '0OIl', lamports: 1n },
      { to, lamports: 1 },
      { to, lamports: 0n },
      { to, lamports: -1n },
      { to, lamports: 2n ** 64n },
      { serialized: 'AQAB' },
      { serialized: new Uint8Array(100) },
      { to, lamports: 1n, options: 'fast' },
      { to, lamports: 1n, options: { skipPreflight: 'yes' } },
      { to, lamports: 1n, options: { preflightCommitment: 'max' } },
      { to, lamports: 1n, options: { maxRetries: -1 } },
      { to, lamports: 1n, options: { maxRetries: 1.5 } },
      { to, lamports: 1n, options: { minContextSlot: 10n } },
      { to, lamports: 1n, options: { skipPreFlight: true } },
    ]
    for (const transaction of wrong)
      await expect(send(rig, transaction as Transaction)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect([rig.wallet.prompts, chain.calls.filter(({ method }) => method === 'sendTransaction')]).toEqual([before, []])
  })
})

describe('transaction:send by the configured nodes', () => {
  const without = ['solana:signAndSendTransaction'] as const

  it("rejects with TRANSACTION_REJECTED and the node's reason and logs", async () => {
    const rig = await connect({ without })
    const sending = send(rig, { to: fresh(), lamports: 10n ** 15n })
    await expect(sending).rejects.toMatchObject({
      code: 'TRANSACTION_REJECTED',
      rpcCode: -32_002,
      details: expect.stringMatching(/InstructionError[\s\S]*insufficient lamports/),
    })
  })

  it('rejects with TRANSACTION_REJECTED for an unknown blockhash', async () => {
    const rig = await connect({ without })
    const serialized = await createTransfer(chain.rpcUrl, { from: payer, to: fresh(), blockhash: fresh() })
    await expect(send(rig, { serialized })).rejects.toMatchObject({
      code: 'TRANSACTION_REJECTED',
      details: expect.stringContaining('BlockhashNotFound'),
    })
  })

  it('succeeds if the node accepted the transaction but its response was lost', async () => {
    const proxy = await startRpcProxy({ rpcUrl: chain.rpcUrl })
    const rig = await connect({ without, networks: [createLocalNetwork(proxy.url)] })
    const serialized = await createTransfer(chain.rpcUrl, { from: payer, to: fresh(), lamports: rent })
    proxy.fail({ kind: 'cut', when: 'after', methods: ['sendTransaction'] })
    const id = await send(rig, { serialized })
    expect(await untilConfirmed(id)).toBeNull()
    await proxy.stop()
  })

  it('does not send the transaction to a node of another chain', async () => {
    const foreign = { ...createLocalNetwork(chain.rpcUrl), caipNetworkId: `solana:${'1'.repeat(32)}` } as const
    const rig = await connect({ without, networks: [foreign] })
    const serialized = await createTransfer(chain.rpcUrl, { from: payer, to: fresh() })
    await expect(send(rig, { serialized })).rejects.toMatchObject({ code: 'RPC_CHAIN_MISMATCH' })
    expect(chain.calls.some(({ method }) => method === 'sendTransaction')).toBe(false)
  })

  it('rejects with RPC_URL_MISSING if the network has no node', async () => {
    const rig = await connect({ without, networks: [createLocalNetwork()] })
    await expect(send(rig, { to: fresh(), lamports: 1n })).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
  })
})

describe('transaction:send by the wallet', () => {
  it.each([
    ['nothing', undefined],
    ['a string', [{ signature: 'abc' }]],
    ['too few bytes', [{ signature: new Uint8Array(63) }]],
  ])('rejects with INVALID_WALLET_REPLY for %s instead of a signature', async (_, value) => {
    const rig = await connect({ script: { methods: { 'solana:signAndSendTransaction': { kind: 'reply', value } } } })
    const sending = send(rig, { to: fresh(), lamports: 1n })
    await expect(sending).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
  })

  it('is not retried if the wallet fails', async () => {
    const value = { code: -32_603, message: 'Internal error' }
    const rig = await connect({ script: { methods: { 'solana:signAndSendTransaction': { kind: 'throw', value } } } })
    await expect(send(rig, { to: fresh(), lamports: 1n })).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    expect(rig.wallet.requests.filter(({ method }) => method.endsWith('Transaction'))).toHaveLength(1)
  })
})

describe('parseSendOptions', () => {
  it('accepts only the options of the standard, with valid values', () => {
    const name = constantFrom('skipPreflight', 'preflightCommitment', 'maxRetries', 'minContextSlot')
    const value = constantFrom<unknown>(true, 'confirmed', 3, 0, -1, 1.5, Number.NaN, null, 'x', {}, [], 5n)
    assert(
      property(oneof(name, string()), value, (key, item) => {
        const sound: Readonly<Record<string, readonly unknown[]>> = {
          skipPreflight: [true],
          preflightCommitment: ['confirmed'],
          maxRetries: [3, 0],
          minContextSlot: [3, 0],
        }
        const parse = (): unknown => parseSendOptions({ [key]: item })
        if (Object.hasOwn(sound, key) && sound[key]?.includes(item)) expect(parse()).toEqual({ [key]: item })
        else expect(parse).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
      }),
    )
  })
})
