import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '@latchkey/core'
import { RelayUnreachableError } from '@latchkey/core/plugin'
import { startRelay } from '@latchkey/devnet'
import { createTestClock, createTestContext, createTestPage } from '@latchkey/testing'
import { stringToHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { createRig } from '../../test/createRig.js'
import { watchAlerts } from '../../test/watchAlerts.js'
import { toRelayError } from './relayer.js'

type Eip1193Provider = {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

test('limits the rate of reconnects to a relay that refuses connections', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { requests: 'ask' } })
  await rig.connectWallet(wallet, ['eip155'])
  await wallet.destroy()
  rig.relay.pause()
  const before = rig.relay.stats().refused
  const pairings = [rig.startPairing(), rig.startPairing(), rig.startPairing()]
  await sleep(4_000)
  const calls = rig.relay.stats().refused - before
  expect(calls).toBeGreaterThan(0)
  expect(calls).toBeLessThan(10)
  for (const pairing of pairings) pairing.abort(new Error('left'))
})

test('resends pending requests once after the socket drops', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  const provider = (await rig.connector.getProvider({ namespace: 'eip155' })) as Eip1193Provider
  const { eip155: account } = wallet.getState().addresses
  const sign = (text: string): Promise<unknown> =>
    provider.request({ method: 'personal_sign', params: [stringToHex(text), account] })
  rig.relay.cutSockets()
  const begin = performance.now()
  const signatures = await Promise.all([sign('one'), sign('two')])
  expect(performance.now() - begin).toBeLessThan(10_000)
  expect(new Set(signatures).size).toBe(2)
}, 30_000)

test('resends a request that the relay refuses to store until it succeeds', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  const provider = (await rig.connector.getProvider({ namespace: 'eip155' })) as Eip1193Provider
  rig.relay.setFaults({ refuse: true })
  const { eip155: account } = wallet.getState().addresses
  const signing = provider.request({ method: 'personal_sign', params: [stringToHex('hello'), account] })
  const { opened } = rig.relay.stats()
  await sleep(500)
  rig.relay.cutSockets()
  await vi.waitFor(() => expect(rig.relay.stats().opened).toBe(opened + 2), 5_000)
  await sleep(500)
  rig.relay.setFaults({})
  await expect(signing).resolves.toMatch(/^0x/)
  await vi.waitFor(() => expect(wallet.getState().log).toContain('Approved personal_sign'))
  expect(wallet.getState().log.filter((line) => line === 'Approved personal_sign')).toHaveLength(1)
}, 20_000)

function createEnv(navigator: { readonly onLine: boolean }): Env {
  return createTestContext({ page: Object.assign(createTestPage(), { navigator }) as never }).env
}

const online = createEnv({ onLine: true })

describe('toRelayError', () => {
  test('distinguishes offline, refused and unresponsive relays', () => {
    expect(toRelayError(createEnv({ onLine: false }), {})).toMatchObject({
      code: 'RELAY_UNREACHABLE',
      details: expect.stringMatching(/^Offline: /),
    })
    for (const words of [
      { refusal: 'closed with code: 3000 (Project not found)' },
      { failure: 'Unexpected server response: 403' },
    ])
      expect(toRelayError(online, words)).toMatchObject({
        code: 'RELAY_UNREACHABLE',
        details: expect.stringMatching(/^Refused: /),
      })
    expect(toRelayError(online, { failure: 'Socket stalled' })).toMatchObject({
      code: 'RELAY_UNREACHABLE',
      details: expect.stringMatching(/^No answer: .*Socket stalled$/),
    })
  })

  for (const words of [
    { failure: 'Unexpected server response: 401' },
    { refusal: 'closed with code: 3000 (JWT Token is not yet valid)' },
  ])
    test(`[S8.23] error: returns SESSION_EXPIRED if the relay rejects the page’s clock: ${JSON.stringify(words)}`, () => {
      expect(toRelayError(online, words)).toMatchObject({ code: 'SESSION_EXPIRED', shortMessage: 'Session Expired' })
    })

  test('returns an existing error unchanged', () => {
    const fault = new RelayUnreachableError()
    expect(toRelayError(online, {}, fault)).toBe(fault)
  })
})

describe('pairing', () => {
  test('error: rejects with RELAY_UNREACHABLE if the device is offline, and works once it is online', async () => {
    const rig = await createRig()
    Object.assign(rig.page.navigator, { onLine: false })
    const pairing = rig.startPairing()
    await expect(pairing.agreed).rejects.toMatchObject({
      code: 'RELAY_UNREACHABLE',
      details: expect.stringMatching(/^Offline/),
    })
    Object.assign(rig.page.navigator, { onLine: true })
    await expect(rig.startPairing().nextCode()).resolves.toMatchObject({ uri: expect.any(String) })
  })

  test('[S8.23] error: rejects with SESSION_EXPIRED and shows an alert if the relay rejects the token', async () => {
    const wrongClock = await startRelay({ now: () => Date.now() + 10 * 86_400_000 })
    const rig = await createRig({ relay: wrongClock })
    const alerts = watchAlerts(rig)
    await expect(rig.startPairing().agreed).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    expect(alerts).toEqual([
      expect.objectContaining({ title: 'Session Expired', text: expect.stringContaining('time settings') }),
    ])
    await wrongClock.stop()
  })

  test('error: rejects with RELAY_UNREACHABLE after ten seconds without a response; no rejection is unhandled', async () => {
    const unheard: unknown[] = []
    const onRejection = (reason: unknown): void => void unheard.push(reason)
    process.on('unhandledRejection', onRejection)
    const clock = createTestClock()
    const rig = await createRig({ env: clock, options: { relayUrl: 'ws://127.0.0.1:1' } })
    const pairing = rig.startPairing()
    await expect.poll(() => clock.pending()).toBeGreaterThan(0)
    await clock.advance(9_999)
    const outcome = expect(pairing.agreed).rejects.toMatchObject({
      code: 'RELAY_UNREACHABLE',
      details: expect.stringMatching(/^No answer/),
    })
    await clock.advance(1)
    await outcome
    rig.connector.destroy()
    await new Promise((resolve) => setTimeout(resolve, 100))
    process.off('unhandledRejection', onRejection)
    expect(unheard).toEqual([])
  })

  test('error: rejects with RELAY_UNREACHABLE if no relay is configured', async () => {
    const rig = await createRig({ options: { relayUrl: '' } })
    await expect(rig.startPairing().agreed).rejects.toMatchObject({
      code: 'RELAY_UNREACHABLE',
      details: expect.stringContaining('No relay is configured'),
    })
  })
})
