import { type RunningSolana, solanaDevKeypair, startSolana } from '@latchkey/devnet'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { createTransfer } from '../../test/createTransfer.js'
import { getFeature, setUpWallet, type TestWallet } from '../../test/setUpWallet.js'

const payer = solanaDevKeypair(4)

const fresh = (): string => Keypair.generate().publicKey.toBase58()

const rent = 890_880

let chain: RunningSolana

beforeAll(async () => {
  chain = await startSolana({ slotMs: 40 })
  // preloads modules, so that no blockhash expires while they load
  const { find, send } = await setUp()
  await send()
  await find({})
})

afterAll(() => chain.stop())

/** A connected wallet and the features of its adapter, called as core calls them. */
async function setUp(without: readonly string[] = [], fetch = globalThis.fetch) {
  const networks = [createLocalNetwork(chain.rpcUrl)]
  const rig: TestWallet = setUpWallet({
    accounts: [payer.secretKey],
    rpcUrl: chain.rpcUrl,
    networks,
    // polls ten times as often
    env: {
      fetch,
      setTimeout: (run, ms) => {
        const timer = setTimeout(run, ms / 10)
        return () => clearTimeout(timer)
      },
    },
    without: without as never,
  })
  await rig.connect()
  const serialized = await createTransfer(chain.rpcUrl, { from: payer, to: fresh(), lamports: rent })
  const { features } = rig.instance
  const mark = await features['transaction:mark']?.({ ...rig.asked(), transaction: { serialized } })
  if (!mark) throw new Error('There is no mark.')
  const find = (more: {
    readonly id?: string | undefined
    readonly canStillSign?: boolean
    readonly signal?: AbortSignal
  }) => features['transaction:find']?.({ ...rig.asked(), address: payer.address, mark, canStillSign: false, ...more })
  const send = (onSigned?: (id: string) => void) =>
    getFeature(rig, 'transaction:send')({ ...rig.asked(), transaction: { serialized }, onSigned })
  return { rig, mark, find, send }
}

describe('[F31] a transaction whose response was lost', () => {
  it('is found among the later ones of the account, even if the wallet has added instructions', async () => {
    const { find, send, rig } = await setUp()
    rig.wallet.script({ lie: 'addedBudget' } as never)
    const id = await send()
    expect(await find({})).toEqual({ status: 'found', id })
  })

  it('is found by the signature that onSigned reports', async () => {
    const { find, send } = await setUp(['solana:signAndSendTransaction'])
    const signed: string[] = []
    const id = await send((own) => void signed.push(own))
    expect(signed).toEqual([id])
    expect(await find({ id })).toEqual({ status: 'found', id })
  })

  it('is found even after 101 later transactions of the account', async () => {
    const { find, send } = await setUp()
    const id = await send()
    const sendLater = async (_: unknown, count: number): Promise<unknown> => {
      const later = { from: payer, to: payer.address, lamports: count + 1, isSigned: true }
      const signed = Buffer.from(await createTransfer(chain.rpcUrl, later)).toString('base64')
      return request('sendTransaction', [signed, { encoding: 'base64' }])
    }
    const ids = await Promise.all(Array.from({ length: 101 }, sendLater))
    expect(new Set(ids).size).toBe(101)
    const found = find({})
    chain.advanceSlots(200)
    expect(await found).toEqual({ status: 'found', id })
  })

  it('is void once every blockhash that the wallet may have signed with has expired', async () => {
    const { find } = await setUp()
    const before = await blockHeight()
    chain.forgetCalls()
    const found = find({})
    await looks(1)
    chain.advanceSlots(150)
    expect(await found).toEqual({ status: 'void' })
    expect((await blockHeight()) - before).toBeGreaterThan(150)
  })

  it('is not void while a listed transaction cannot be read, and is found afterwards', async () => {
    let isMissing = true
    let reads = 0
    const { find, send } = await setUp([], async (url, init) => {
      const isRead = JSON.parse(String(init?.body)).method === 'getTransaction'
      if (!isRead || !isMissing) return fetch(url, init)
      reads += 1
      return Response.json({ jsonrpc: '2.0', id: JSON.parse(String(init?.body)).id, result: null })
    })
    const id = await send()
    const found = find({})
    await vi.waitFor(() => expect(reads).toBeGreaterThanOrEqual(1))
    chain.advanceSlots(250)
    await vi.waitFor(() => expect(reads).toBeGreaterThanOrEqual(4))
    isMissing = false
    expect(await found).toEqual({ status: 'found', id })
  })

  it('is never void while the wallet can still sign', async () => {
    const { find } = await setUp()
    const controller = new AbortController()
    chain.forgetCalls()
    const finding = find({ canStillSign: true, signal: controller.signal })
    await looks(1)
    chain.advanceSlots(250)
    await looks(4)
    controller.abort(new Error('enough'))
    await expect(finding).rejects.toThrow('enough')
  })

  it('has a mark without its amount', async () => {
    const { mark } = await setUp()
    expect(Object.keys(mark)).toEqual(['intent', 'last'])
    expect(JSON.stringify(mark)).not.toContain(String(rent))
  })
})

it('error: INVALID_PARAMS for an unknown mark', async () => {
  const { rig } = await setUp()
  const request = { ...rig.asked(), address: payer.address, mark: { x: 1 }, canStillSign: false }
  await expect(rig.instance.features['transaction:find']?.(request)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

it('[F31] error: TRANSACTION_REJECTED, not REQUEST_PENDING, if the node has already processed the transaction', async () => {
  const { send, rig } = await setUp()
  const value = { code: -32_002, message: 'Transaction simulation failed: This transaction has already been processed' }
  rig.wallet.script({ methods: { 'solana:signAndSendTransaction': { kind: 'throw', value } } })
  await expect(send()).rejects.toMatchObject({ code: 'TRANSACTION_REJECTED' })
})

/** Waits until the adapter has looked for the transaction `count` times. */
async function looks(count: number): Promise<void> {
  const isLook = ({ method }: { readonly method: string }): boolean => method === 'getSignaturesForAddress'
  await vi.waitFor(() => expect(chain.calls.filter(isLook).length).toBeGreaterThanOrEqual(count))
}

async function blockHeight(): Promise<number> {
  return Number(await request('getBlockHeight', [{ commitment: 'confirmed' }]))
}

async function request(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(chain.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await response.json()) as { readonly result: unknown }).result
}
