import { once } from 'node:events'
import { Connection, Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { fundSolana } from '../../rpc/funding.js'
import type { RunningSolana } from '../runSolana.js'
import { endConnection, startSolana } from '../solana.js'

describe('subscriptions', () => {
  let solana: RunningSolana
  let connection: Connection
  beforeAll(async () => {
    // slots advance only when a test asks for it
    solana = await startSolana({ slotMs: 3_600_000 })
    connection = new Connection(solana.rpcUrl, { wsEndpoint: solana.wsUrl, commitment: 'confirmed' })
  })
  afterAll(async () => {
    endConnection(connection)
    await solana.stop()
  })
  const fund = (to: Keypair): Promise<string> => fundSolana(solana.rpcUrl, to.publicKey.toBase58(), LAMPORTS_PER_SOL)

  /** A raw WebSocket connection: web3.js hides the notifications. */
  const open = async (): Promise<{
    ask: (method: string, ...params: unknown[]) => Promise<unknown>
    told: object[]
  }> => {
    const socket = new WebSocket(solana.wsUrl)
    await once(socket, 'open')
    const answers = new Map<number, (result: unknown) => void>()
    const told: object[] = []
    let last = 0
    socket.on('message', (data) => {
      const { id, result, error, ...rest } = JSON.parse(String(data))
      if (id === undefined) told.push(rest)
      else answers.get(id)?.(result ?? error)
    })
    const ask = (method: string, ...params: unknown[]): Promise<unknown> =>
      new Promise((resolve) => {
        last += 1
        answers.set(last, resolve)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id: last, method, params }))
      })
    return { ask, told }
  }

  const untilAsked = (wanted: string, times: number): Promise<void> =>
    vi.waitFor(() => expect(solana.calls.filter(({ method }) => method === wanted)).toHaveLength(times))

  it('notifies once when a signature reaches its commitment, even if it did so before', async () => {
    const { ask, told } = await open()
    const before = await fund(Keypair.generate())
    const [confirmed, finalized] = [
      await ask('signatureSubscribe', before, { commitment: 'confirmed' }),
      await ask('signatureSubscribe', before, { commitment: 'finalized' }),
    ]
    const notification = (subscription: unknown): object => ({
      jsonrpc: '2.0',
      method: 'signatureNotification',
      params: {
        subscription,
        result: { context: { slot: expect.any(Number), apiVersion: expect.any(String) }, value: { err: null } },
      },
    })
    await vi.waitFor(() => expect(told).toEqual([notification(confirmed)]))
    solana.advanceSlots(32)
    await vi.waitFor(() => expect(told).toEqual([notification(confirmed), notification(finalized)]))
    expect(await ask('signatureUnsubscribe', finalized)).toBe(false)
  })

  it('notifies about changes of an account until unsubscribed', async () => {
    const owner = Keypair.generate()
    const { ask, told } = await open()
    const id = await ask('accountSubscribe', owner.publicKey.toBase58(), { encoding: 'base64' })
    await fund(owner)
    await vi.waitFor(() =>
      expect(told).toMatchObject([{ params: { subscription: id, result: { value: { lamports: LAMPORTS_PER_SOL } } } }]),
    )
    solana.advanceSlots(1)
    expect(await ask('accountUnsubscribe', id)).toBe(true)
    await fund(owner)
    await ask('getSlot')
    expect(told).toHaveLength(1)
    expect(await ask('accountSubscribe', 'no address')).toMatchObject({ code: -32_602 })
  })

  it('notifies about each slot, and works with web3.js', async () => {
    const { ask, told } = await open()
    solana.forgetCalls()
    await ask('slotSubscribe')
    solana.advanceSlots(1)
    await vi.waitFor(() => expect(told).toMatchObject([{ method: 'slotNotification' }]))
    const slots: number[] = []
    const id = connection.onSlotChange(({ slot }) => void slots.push(slot))
    await untilAsked('slotSubscribe', 2)
    solana.advanceSlots(1)
    await vi.waitFor(() => expect(slots).toHaveLength(1))
    await connection.removeSlotChangeListener(id)

    const owner = Keypair.generate()
    const balances: number[] = []
    const follow = connection.onAccountChange(owner.publicKey, ({ lamports }) => void balances.push(lamports))
    await untilAsked('accountSubscribe', 1)
    await fund(owner)
    await vi.waitFor(() => expect(balances).toEqual([LAMPORTS_PER_SOL]))
    await connection.removeAccountChangeListener(follow)
  })
})
