import { TimedOutError } from '@latchkey/core/plugin'
import { createTestClock } from '@latchkey/testing'
import { UniversalProvider } from '@walletconnect/universal-provider'
import fc from 'fast-check'
import { verifyMessage } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeErrorReplies } from '../../test/changeErrorReplies.js'
import { createRig, type RigOptions } from '../../test/createRig.js'
import { createMemoryStorage } from '../client/storage.js'
import type { RelayProvider } from '../providers/relayProvider.js'
import { toWalletError } from './sendRequest.js'

test('[T14] does not read a wallet’s deep link from storage', async () => {
  const storage = createMemoryStorage()
  const read: string[] = []
  const rig = await createRig({
    storage: {
      ...storage,
      getItem: (key) => {
        read.push(key)
        return storage.getItem(key)
      },
    },
  })
  await storage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', { name: 'x', href: 'javascript:alert(1)//' })
  const wallet = await rig.createWallet()
  await rig.connectWallet(wallet, ['eip155'])
  const provider = await rig.connector.getProvider({ namespace: 'eip155' })
  const { request } = provider as {
    request(call: { readonly method: string; readonly params: unknown }): Promise<unknown>
  }
  const address = wallet.getState().addresses.eip155
  expect(await request({ method: 'personal_sign', params: ['0x68', address] })).toMatch(/^0x[\da-f]{130}$/)
  expect(read.filter((key) => key.includes('DEEPLINK'))).toEqual([])
})

async function setUp(options: RigOptions = {}) {
  const rig = await createRig(options)
  const wallet = await rig.createWallet({ policy: { requests: 'ask' } })
  await rig.connectWallet(wallet, ['eip155'])
  const provider = (await rig.connector.getProvider({ namespace: 'eip155' })) as RelayProvider
  const sign = (text = '0x68', signal?: AbortSignal): Promise<unknown> =>
    provider.request({ method: 'personal_sign', params: [text, wallet.getState().addresses.eip155] }, { signal })
  const nextRequest = async (): Promise<number> => {
    await vi.waitFor(() => expect(wallet.getState().requests).not.toEqual([]))
    return wallet.getState().requests[0]?.id ?? 0
  }
  return { rig, wallet, sign, nextRequest }
}

test('error: rejects with USER_REJECTED if the user declines in the wallet', async () => {
  const { wallet, sign, nextRequest } = await setUp()
  const outcome = expect(sign()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  await wallet.rejectRequest(await nextRequest())
  await outcome
})

test.each([
  ['USER_REJECTED', { code: '4001', message: 'User rejected.' }],
  ['CONNECTOR_FAILED', { message: 'User rejected.' }],
  ['CONNECTOR_FAILED', 'User rejected.'],
])('error: rejects with %s, not RELAY_UNREACHABLE, for the wallet’s error reply %j', async (code, error) => {
  changeErrorReplies(error)
  const { wallet, sign, nextRequest } = await setUp()
  const outcome = expect(sign()).rejects.toMatchObject({ code, details: 'User rejected.' })
  await wallet.rejectRequest(await nextRequest())
  await outcome
})

test('does not reveal the method, network or contract of a request to the relay', async () => {
  const init = vi.spyOn(UniversalProvider, 'init')
  onTestFinished(() => void init.mockRestore())
  const { rig, wallet, nextRequest } = await setUp()
  const opened = await init.mock.settledResults[0]?.value
  if (!opened) throw new Error('No client was opened.')
  const sent = vi.spyOn(opened.client.core.relayer, 'request')
  const provider = (await rig.connector.getProvider({ namespace: 'eip155' })) as RelayProvider
  const contract = '0x00000000000000000000000000000000000c0de1'
  const transaction = { from: wallet.getState().addresses.eip155, to: contract, data: '0xa9059cbb' }
  const outcome = expect(
    provider.request({ method: 'eth_sendTransaction', params: [transaction] }),
  ).rejects.toMatchObject({ code: 'USER_REJECTED' })
  await wallet.rejectRequest(await nextRequest())
  await outcome
  const text = JSON.stringify(sent.mock.calls)
  expect(text).toContain('irn_publish')
  for (const secret of ['eth_sendTransaction', 'eip155', contract]) expect(text).not.toContain(secret)
})

test('error: rejects with RELAY_UNREACHABLE as unsent if the device is offline, and a later request succeeds', async () => {
  const { rig, wallet, sign } = await setUp()
  Object.assign(rig.page.navigator, { onLine: false })
  await expect(sign()).rejects.toMatchObject({
    code: 'RELAY_UNREACHABLE',
    details: expect.stringMatching(/^Offline/),
    isUnsent: true,
  })
  Object.assign(rig.page.navigator, { onLine: true })
  wallet.setPolicy({ requests: 'approve' })
  await expect(sign('0x69')).resolves.toMatch(/^0x/)
  const isApproval = (line: string): boolean => line === 'Approved personal_sign'
  await vi.waitFor(() => expect(wallet.getState().log.filter(isApproval)).toHaveLength(1))
})

test('error: rejects with SESSION_NOT_FOUND as unsent if another tab has ended the session', async () => {
  const init = vi.spyOn(UniversalProvider, 'init')
  onTestFinished(() => void init.mockRestore())
  const { sign } = await setUp()
  const opened = await init.mock.settledResults[0]?.value
  const [topic = ''] = opened?.client.session.keys ?? []
  await opened?.client.session.delete(topic, { code: 6000, message: 'User disconnected.' })
  await expect(sign()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND', isUnsent: true })
  await expect(sign()).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND', isUnsent: true })
})

test('error: rejects with INVALID_PARAMS, not with a relay error, for parameters that are not JSON', async () => {
  const { rig } = await setUp()
  const provider = (await rig.connector.getProvider({ namespace: 'eip155' })) as RelayProvider
  const sending = provider.request({ method: 'eth_sendTransaction', params: [{ value: 1n }] })
  await expect(sending).rejects.toMatchObject({ code: 'INVALID_PARAMS', details: expect.stringContaining('bigint') })
})

test('error: rejects with INVALID_PARAMS if the request is too long for the relay, and the next one succeeds', async () => {
  const { wallet, sign } = await setUp()
  wallet.setPolicy({ requests: 'approve' })
  await expect(sign(`0x${'61'.repeat(150_000)}`)).rejects.toMatchObject({
    code: 'INVALID_PARAMS',
    details: expect.stringContaining('262144 bytes'),
  })
  await expect(sign('0x69')).resolves.toMatch(/^0x/)
}, 20_000)

test('error: rejects with TIMED_OUT if the wallet does not respond before the request expires', async () => {
  const clock = createTestClock()
  const { sign, nextRequest } = await setUp({ env: clock })
  const outcome = expect(sign()).rejects.toMatchObject({ code: 'TIMED_OUT' })
  await nextRequest()
  await clock.advance(300_000)
  await outcome
})

test('rejects with the reason of an abort, and ignores a late response', async () => {
  const { wallet, sign, nextRequest } = await setUp()
  const controller = new AbortController()
  const reason = new Error('left')
  const outcome = expect(sign('0x68', controller.signal)).rejects.toBe(reason)
  const id = await nextRequest()
  controller.abort(reason)
  await outcome
  await wallet.approveRequest(id)
  wallet.setPolicy({ requests: 'approve' })
  await expect(sign('0x69')).resolves.toMatch(/^0x/)
  await expect(sign('0x69', AbortSignal.abort(reason))).rejects.toBe(reason)
})

test('does not send a request that is aborted while queued', async () => {
  const { wallet, sign, nextRequest } = await setUp()
  const controller = new AbortController()
  const reason = new Error('left')
  const first = sign()
  const second = expect(sign('0x69', controller.signal)).rejects.toBe(reason)
  controller.abort(reason)
  await second
  await wallet.approveRequest(await nextRequest())
  await expect(first).resolves.toMatch(/^0x/)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(wallet.getState().requests).toEqual([])
})

test('does not send a request that is aborted while the relay is unreachable', async () => {
  const { rig, wallet, sign, nextRequest } = await setUp()
  rig.relay.pause()
  const controller = new AbortController()
  const left = expect(sign('0x68', controller.signal)).rejects.toThrow('left')
  await vi.waitFor(() => expect(rig.relay.stats().refused).toBeGreaterThan(1), 5_000)
  controller.abort(new Error('left'))
  await left
  rig.relay.resume()
  const next = sign('0x69')
  await nextRequest()
  expect(wallet.getState().requests.map(({ params }) => params)).toEqual([['0x69', expect.anything()]])
  await wallet.approveRequest(await nextRequest())
  await expect(next).resolves.toMatch(/^0x/)
}, 20_000)

test('[F23] receives a response sent while the page had no socket within ten seconds of its return', async () => {
  const { rig, wallet, sign, nextRequest } = await setUp()
  const asked = sign()
  const id = await nextRequest()
  rig.relay.cutSockets()
  await wallet.goOnline()
  await wallet.approveRequest(id)
  rig.page.dispatchEvent(new Event('online'))
  const start = Date.now()
  await expect(asked).resolves.toMatch(/^0x/)
  expect(Date.now() - start).toBeLessThan(10_000)
})

test('[F26] [T10] handles messages once that the relay duplicates, reorders or replays', async () => {
  const { rig, wallet, sign } = await setUp()
  wallet.setPolicy({ requests: 'approve' })
  rig.relay.setFaults({ duplicate: true, replay: true, reorder: true })
  const texts = Array.from({ length: 10 }, (_, index) => `0x${(index + 16).toString(16)}`)
  const signatures = await Promise.all(texts.map((text) => sign(text)))
  expect(new Set(signatures).size).toBe(10)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(wallet.getState().log.filter((line) => line === 'Approved personal_sign')).toHaveLength(10)
  expect(rig.warnings).toEqual([])
})

const isLong = process.env['LATCHKEY_LONG'] !== undefined

const count = isLong ? 1_000 : 40

test(
  `[F24] none of ${count} requests, ten at a time, is lost or repeated while sockets disconnect`,
  async () => {
    const { rig, wallet, sign } = await setUp()
    wallet.setPolicy({ requests: 'approve' })
    // the wallet's unmodified client also draws random IDs, and keeps unsent messages by them, so they must differ
    let drawn = 0
    vi.spyOn(Math, 'random').mockImplementation(() => (drawn++ % 1_000) / 1_000)
    onTestFinished(() => void vi.restoreAllMocks())
    let approved = 0
    let shown = wallet.getState().log
    wallet.subscribe(() => {
      const { log } = wallet.getState()
      if (log !== shown && log.at(-1) === 'Approved personal_sign') approved++
      shown = log
    })
    const cut = isLong ? 200 : 20
    const address = wallet.getState().addresses.eip155 as `0x${string}`
    for (let begun = 0; begun < count; begun += 10) {
      const texts = Array.from({ length: 10 }, (_, index) => `0x${(begun + index + 4_096).toString(16)}` as const)
      const asked = texts.map((text) => sign(text))
      await new Promise((resolve) => setTimeout(resolve, begun % 50))
      if (begun % cut === 10) rig.relay.cutSockets()
      const signatures = await Promise.all(asked)
      for (const [index, signature] of signatures.entries()) {
        const raw = texts[index] ?? '0x'
        expect(await verifyMessage({ address, message: { raw }, signature: signature as '0x' })).toBe(true)
      }
    }
    await vi.waitFor(() => expect(approved).toBe(count))
  },
  isLong ? 600_000 : 60_000,
)

test('[T10] ignores messages sent under the topic of another session', async () => {
  const { rig, wallet, sign } = await setUp()
  wallet.setPolicy({ requests: 'approve' })
  rig.relay.setFaults({ swapTopics: 1 })
  const lost = sign()
  lost.catch(() => undefined)
  await expect(sign('0x69')).resolves.toMatch(/^0x/)
  expect(rig.events).toEqual([])
})

for (const [code, name] of [
  [4_001, 'USER_REJECTED'],
  [5_000, 'USER_REJECTED'],
  [5_001, 'USER_REJECTED'],
  [5_002, 'USER_REJECTED'],
  [5_100, 'CHAIN_UNRECOGNIZED'],
  [5_104, 'CHAIN_UNRECOGNIZED'],
  [5_101, 'UNSUPPORTED_METHOD'],
  [4_902, 'CHAIN_UNRECOGNIZED'],
  [4_200, 'UNSUPPORTED_METHOD'],
  [6_000, 'SESSION_NOT_FOUND'],
  [8_000, 'TIMED_OUT'],
  [-32_602, 'INVALID_PARAMS'],
  [-32_000, 'INVALID_INPUT'],
  [5_730, 'UNKNOWN_BUNDLE'],
  [1, 'CONNECTOR_FAILED'],
] as const)
  test(`[S8.57] error: returns ${name} for the protocol code ${code}`, () => {
    const thrown = { code, message: 'User approved everything' }
    expect(toWalletError(thrown)).toMatchObject({ code: name, cause: thrown })
  })

test('toWalletError returns an existing Latchkey error unchanged', () => {
  const fault = new TimedOutError()
  expect(toWalletError(fault)).toBe(fault)
})

test('toWalletError does not interpret the message of an error', () => {
  expect(toWalletError(new Error('User rejected.'))).toMatchObject({ code: 'CONNECTOR_FAILED' })
})

test('toWalletError accepts any value without throwing', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(toWalletError(value).kind).toBe('LatchkeyError')
    }),
  )
})
