import { toHex, verifyMessage } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWalletPeer, type WalletPeer } from '../wallet/peer/peer.js'
import { createWalletKeys } from '../wallet/signers.js'
import { type Dapp, startDapp } from '../wallet/testing/startDapp.js'
import { type RunningRelay, startRelay } from './relay.js'

const chain = 'eip155:31337'
const isLong = process.env['LATCHKEY_LONG'] !== undefined

describe('the relay between real clients', () => {
  let relay: RunningRelay
  let wallet: WalletPeer
  let dapp: Dapp
  beforeEach(async () => {
    // these clients build request IDs from the current millisecond and three random digits, so that two of ten concurrent
    // requests may collide: count the digits up instead
    let drawn = 0
    vi.spyOn(Math, 'random').mockImplementation(() => (drawn++ % 1_000) / 1_000)
    relay = await startRelay()
    const networks = { evm: [{ id: 31_337, rpcUrl: 'http://127.0.0.1:1' }] }
    wallet = await createWalletPeer({ relayUrl: relay.url, keys: createWalletKeys(), networks })
    dapp = await startDapp({ relayUrl: relay.url })
  })
  afterEach(async () => {
    relay.setFaults({})
    await wallet.destroy()
    await dapp.stop()
    await relay.stop()
  })
  const pair = async (app = dapp, peer = wallet): Promise<string> => {
    const { uri, session } = await app.pair([chain])
    await peer.pair(uri)
    const { topic } = await session
    await vi.waitFor(() => expect(peer.getState().sessions.map((one) => one.topic)).toContain(topic))
    return topic
  }
  const address = (): `0x${string}` => (wallet.getState().addresses.eip155 ?? '0x') as `0x${string}`
  const sign = (text: string, app = dapp): Promise<`0x${string}`> =>
    app.provider.request({ method: 'personal_sign', params: [toHex(text), address()] }, chain)
  const prompts = (): number => wallet.getState().log.filter((line) => line.includes('asks for')).length

  it(
    `neither loses nor repeats any of ${isLong ? 1_000 : 90} requests while sockets disconnect [F24]`,
    async () => {
      await pair()
      let count = 0
      const seen: string[] = []
      let shown = wallet.getState().log
      wallet.subscribe(() => {
        const { log } = wallet.getState()
        if (log !== shown && log.at(-1)?.includes('asks for')) seen.push(log.at(-1) ?? '')
        shown = log
      })
      const flap = setInterval(relay.cutSockets, isLong ? 5_000 : 700)
      while (count < (isLong ? 1_000 : 90)) {
        const texts = Array.from({ length: 10 }, (_, n) => `message ${count + n}`)
        const signatures = await Promise.all(texts.map((text) => sign(text)))
        for (const [n, signature] of signatures.entries())
          expect(await verifyMessage({ address: address(), message: texts[n] ?? '', signature })).toBe(true)
        count += 10
      }
      clearInterval(flap)
      expect(seen).toHaveLength(count)
    },
    isLong ? 600_000 : 60_000,
  )

  it('delivers each message once despite duplicated, replayed and reordered pushes [F26] [T10]', async () => {
    await pair()
    relay.setFaults({ duplicate: true, replay: true, reorder: true, delayMs: 10 })
    const texts = Array.from({ length: 8 }, (_, n) => `message ${n}`)
    const signatures = await Promise.all(texts.map((text) => sign(text)))
    for (const [n, signature] of signatures.entries())
      expect(await verifyMessage({ address: address(), message: texts[n] ?? '', signature })).toBe(true)
    relay.setFaults({})
    await sign('last')
    expect(prompts()).toBe(9)
  })

  it('delivers a dropped message after the next reconnect [T10]', async () => {
    await pair()
    relay.setFaults({ drop: 1 })
    const answer = sign('dropped')
    await vi.waitFor(() => expect(relay.stats().published).toBeGreaterThan(0))
    await vi.waitFor(() => expect(relay.stats().pushed - relay.stats().acknowledged).toBeGreaterThan(0))
    expect(prompts()).toBe(0)
    relay.cutSockets()
    expect(await answer).toMatch(/^0x[0-9a-f]{130}$/)
    expect(prompts()).toBe(1)
  })

  it('never delivers a message to another session, even if the relay swaps topics [T10]', async () => {
    await pair()
    const other = await startDapp({ relayUrl: relay.url })
    await pair(other)
    relay.setFaults({ swapTopics: true })
    const [mine, theirs] = [vi.fn(), vi.fn()]
    sign('mine').then(mine, mine)
    sign('theirs', other).then(theirs, theirs)
    const pushed = relay.stats().pushed
    await vi.waitFor(() => expect(relay.stats().pushed).toBeGreaterThanOrEqual(pushed))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(prompts()).toBe(0)
    expect([mine.mock.calls, theirs.mock.calls]).toEqual([[], []])
    relay.setFaults({})
    expect(await sign('later')).toMatch(/^0x/)
    expect(prompts()).toBe(1)
    await other.stop()
  })

  it('keeps requests for an offline wallet, and delivers each of them once [F22]', async () => {
    await pair()
    await wallet.goOffline()
    const answers = ['first', 'second', 'third'].map((text) => sign(text))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(prompts()).toBe(0)
    await wallet.goOnline()
    expect(await Promise.all(answers)).toHaveLength(3)
    expect(prompts()).toBe(3)
  })

  it('delivers a response to an app that was offline when the wallet approved the request [F23]', async () => {
    wallet.setPolicy({ requests: 'ask' })
    await pair()
    const answer = sign('asked')
    await vi.waitFor(() => expect(wallet.getState().requests).toHaveLength(1))
    await dapp.online.goOffline()
    await wallet.approveRequest(wallet.getState().requests[0]?.id ?? 0)
    const start = Date.now()
    await dapp.online.goOnline()
    expect(await answer).toMatch(/^0x/)
    expect(Date.now() - start).toBeLessThan(10_000)
  })

  it('reconnects both clients after an outage', async () => {
    await pair()
    relay.pause()
    const answer = sign('patient')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    relay.resume()
    expect(await answer).toMatch(/^0x/)
    expect(prompts()).toBe(1)
  })

  it('reconnects apps and their wallet within 30 s after all sockets are cut, and answers each app [F28]', async () => {
    const apps = [dapp, ...(await Promise.all([1, 2, 3].map(() => startDapp({ relayUrl: relay.url }))))]
    for (const app of apps) await pair(app)
    const before = relay.stats()
    expect(before.sockets).toBe(5)
    relay.cutSockets()
    await vi.waitFor(() => expect(relay.stats()).toMatchObject({ sockets: 5, opened: before.opened + 5 }), 30_000)
    const signatures = await Promise.all(apps.map((app, index) => sign(`back ${index}`, app)))
    for (const [index, signature] of signatures.entries())
      expect(await verifyMessage({ address: address(), message: `back ${index}`, signature })).toBe(true)
    for (const app of apps.slice(1)) await app.stop()
  })

  it('rejects an expired pairing URI, and creates no session [F29]', async () => {
    const { uri } = await dapp.pair([chain])
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 301_000)
    await expect(wallet.pair(uri)).rejects.toThrow(/expired/i)
    vi.useRealTimers()
    expect(wallet.getState().sessions).toEqual([])
    expect(wallet.getState().proposals).toEqual([])
  })
})
