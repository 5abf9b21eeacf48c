import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestClock } from '@latchkey/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changeErrorReplies } from '../../test/changeErrorReplies.js'
import { createRig } from '../../test/createRig.js'
import { evmOne, evmThree, evmTwo, toNetwork } from '../../test/networks.js'
import { pairingLimits } from './propose.js'

test('pairs with a wallet, and connects the approved namespaces without another prompt', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const pairing = rig.startPairing()
  const { uri } = await pairing.nextCode()
  expect(uri).toMatch(/^wc:[\da-f]{64}@2\?/)
  await wallet.pair(uri)
  expect(await pairing.agreed).toEqual(['eip155', 'solana', 'bip122'])
  expect(await rig.connect('eip155')).toEqual({
    accounts: [{ namespace: 'eip155', address: wallet.getState().addresses.eip155, type: 'eoa' }],
    caipNetworkId: evmOne,
    approvedCaipNetworkIds: [evmOne, evmTwo],
    wallet: { name: 'Test wallet' },
    sessionId: wallet.getState().sessions[0]?.topic,
  })
  expect(rig.clientIds).toHaveLength(1)
  expect(rig.clientIds[0]).toMatch(/^did:key:z/)
})

test('[S9.14] a code is valid for four minutes, and is replaced before it expires', async () => {
  const clock = createTestClock()
  const rig = await createRig({ env: clock })
  const pairing = rig.startPairing()
  const first = await pairing.nextCode()
  expect(first.expiresAt - clock.now()).toBe(240_000)
  expect(pairingLimits).toMatchObject({ expiry: 240_000, margin: 10_000, retry: 1_000 })

  await clock.advance(240_000 - 10_000 - 15_000 - 1)
  expect(pairing.codes).toHaveLength(1)
  await clock.advance(1)
  const second = await pairing.nextCode(2)
  expect(second.uri).not.toBe(first.uri)
  expect(clock.now()).toBeLessThan(first.expiresAt - pairingLimits.margin)
  expect(second.expiresAt - clock.now()).toBe(240_000)
})

test('[F29] scanning a replaced code connects nothing, and its session is ended in the wallet', async () => {
  const clock = createTestClock()
  const rig = await createRig({ env: clock })
  const [late, wallet] = [await rig.createWallet(), await rig.createWallet()]
  const pairing = rig.startPairing()
  const old = await pairing.nextCode()
  await clock.advance(215_000)
  const { uri } = await pairing.nextCode(2)

  await late.pair(old.uri)
  await vi.waitFor(() => expect(late.getState().log.join()).toContain('Approved a connection'))
  await vi.waitFor(() => expect(late.getState().sessions).toEqual([]))
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })

  await wallet.pair(uri)
  await pairing.agreed
  const { accounts } = await rig.connect()
  expect(accounts[0].address).toBe(wallet.getState().addresses.eip155)
})

test('a wallet that approves after the user has left connects nothing', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const pairing = rig.startPairing()
  const { uri } = await pairing.nextCode()
  const reason = new Error('left')
  pairing.abort(reason)
  await expect(pairing.agreed).rejects.toBe(reason)
  await wallet.pair(uri)
  await vi.waitFor(() => expect(wallet.getState().log.join()).toContain('Approved a connection'))
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a code from before a reload connects nothing', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet()
  const { uri } = await rig.startPairing().nextCode()
  const reloaded = await rig.reload()
  const pairing = reloaded.startPairing()
  await pairing.nextCode()
  await wallet.pair(uri)
  await vi.waitFor(() => expect(wallet.getState().log.join()).toContain('Approved a connection'))
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  await expect(reloaded.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('error: rejects with USER_REJECTED if the wallet declines, and the next code works', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { proposals: 'reject' } })
  const pairing = rig.startPairing()
  await wallet.pair((await pairing.nextCode()).uri)
  await expect(pairing.agreed).rejects.toMatchObject({ code: 'USER_REJECTED' })

  wallet.setPolicy({ proposals: 'approve' })
  await rig.connectWallet(wallet)
  await expect(rig.connect()).resolves.toMatchObject({ caipNetworkId: evmOne })
})

test.each([
  ['USER_REJECTED', { code: '5000', message: 'User rejected.' }],
  ['CONNECTOR_FAILED', { message: 'User rejected.' }],
  ['CONNECTOR_FAILED', 'User rejected.'],
])('error: rejects with %s for the wallet’s error reply %j', async (code, error) => {
  changeErrorReplies(error)
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { proposals: 'reject' } })
  const pairing = rig.startPairing()
  await wallet.pair((await pairing.nextCode()).uri)
  await expect(pairing.agreed).rejects.toMatchObject({ code, details: 'User rejected.' })
  expect(pairing.codes).toHaveLength(1)
})

test('[S8.45] error: rejects with CHAINS_NOT_SUPPORTED if the wallet approves only other chains, and ends its session', async () => {
  const rig = await createRig({ networks: [toNetwork(evmThree)] })
  const wallet = await rig.createWallet({ policy: { chains: [evmOne] } })
  const pairing = rig.startPairing(['eip155'])
  await wallet.pair((await pairing.nextCode()).uri)
  await expect(pairing.agreed).rejects.toMatchObject({
    code: 'CHAINS_NOT_SUPPORTED',
    shortMessage: 'The connector does not support any of the requested chains',
    details: expect.stringContaining(evmOne),
  })
  await vi.waitFor(() => expect(wallet.getState().sessions).toEqual([]))
  await expect(rig.connect()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('[S8.45] error: rejects with CHAINS_NOT_SUPPORTED if the wallet rejects the proposal because of its chains', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { chains: [] } })
  const pairing = rig.startPairing(['eip155'])
  await wallet.pair((await pairing.nextCode()).uri)
  await expect(pairing.agreed).rejects.toMatchObject({ code: 'CHAINS_NOT_SUPPORTED', cause: { code: 5_100 } })
})

test('ignores approved chains that were not requested', async () => {
  const rig = await createRig({ networks: [toNetwork(evmTwo)] })
  const wallet = await rig.createWallet({ policy: { chains: [evmOne, evmTwo] } })
  const pairing = rig.startPairing(['eip155'])
  await wallet.pair((await pairing.nextCode()).uri)
  expect(await pairing.agreed).toEqual(['eip155'])
  expect(await rig.connect()).toMatchObject({ caipNetworkId: evmTwo, approvedCaipNetworkIds: [evmTwo] })
})

test('error: rejects with CHAINS_NOT_SUPPORTED if the modal has no network of the namespace', async () => {
  const rig = await createRig({ networks: [toNetwork(evmOne)] })
  const pairing = rig.startPairing(['solana'])
  await expect(pairing.agreed).rejects.toMatchObject({ code: 'CHAINS_NOT_SUPPORTED' })
  expect(pairing.codes).toEqual([])
})

test('[F21] replaces the code after a long sleep, even if no timer has run', async () => {
  let asleep = 0
  const rig = await createRig({ env: { now: () => Date.now() + asleep } })
  const pairing = rig.startPairing()
  const first = await pairing.nextCode()
  asleep = 600_000
  rig.page.dispatchEvent(new Event('visibilitychange'))
  const second = await pairing.nextCode(2)
  expect(second.expiresAt).toBeGreaterThan(first.expiresAt + 300_000)
})

test('[S8.49] error: rejects with PAIRING_EXPIRED if the relay is unreachable until the code expires', async () => {
  const clock = createTestClock()
  const rig = await createRig({ env: clock })
  const pairing = rig.startPairing()
  await pairing.nextCode()
  rig.relay.pause()
  const outcome = expect(pairing.agreed).rejects.toMatchObject({
    code: 'PAIRING_EXPIRED',
    shortMessage: 'Proposal expired',
    cause: { code: 'RELAY_UNREACHABLE' },
  })
  await clock.advance(215_000)
  for (let second = 0; second < 40; second++) await clock.advance(1_000)
  await outcome
  expect(pairing.codes).toHaveLength(1)
})

/** The page's own server, whose clock is correct. */
async function startSite(): Promise<string> {
  const server = createServer((_, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('[S8.23] [F39] error: rejects with SESSION_EXPIRED if the clock is so slow that every code looks expired', async () => {
  const clock = createTestClock()
  const rig = await createRig({ env: { ...clock, fetch: globalThis.fetch, now: () => Date.now() - 600_000 } })
  Object.assign(rig.page, { location: { origin: await startSite(), host: 'shop.example' } })
  const pairing = rig.startPairing()
  await pairing.nextCode()
  const outcome = expect(pairing.agreed).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
    details: 'The clock of this device is 10 minutes slow.',
  })
  await clock.advance(pairingLimits.doubt)
  await outcome
})

test.each([
  ['ten minutes fast', 600_000, 'SESSION_EXPIRED'],
  ['right', 0, 'RELAY_UNREACHABLE'],
])('[F39] error: with a clock that is %s (%d ms) and an unreachable relay, rejects with %s', async (_, lead, code) => {
  const clock = createTestClock()
  const rig = await createRig({ env: { ...clock, fetch: globalThis.fetch, now: () => Date.now() + lead } })
  Object.assign(rig.page, { location: { origin: await startSite(), host: 'shop.example' } })
  rig.relay.pause()
  const pairing = rig.startPairing()
  const outcome = expect(pairing.agreed).rejects.toMatchObject({ code })
  await vi.waitFor(() => expect(rig.relay.stats().refused).toBeGreaterThan(0))
  await clock.advance(pairingLimits.relay)
  await outcome
})

test('retries a failed renewal after one second', async () => {
  const clock = createTestClock()
  const rig = await createRig({ env: clock })
  const pairing = rig.startPairing()
  await pairing.nextCode()
  rig.relay.pause()
  await clock.advance(215_000)
  await clock.advance(10_000)
  rig.relay.resume()
  await clock.advance(1_000)
  await expect(pairing.nextCode(2)).resolves.toMatchObject({ uri: expect.stringMatching(/^wc:/) })
})

test('replaces a wallet only once the next one has approved, and then ends the former session', async () => {
  const rig = await createRig()
  const [first, second] = [await rig.createWallet(), await rig.createWallet({ policy: { proposals: 'reject' } })]
  await rig.connectWallet(first)
  const declined = rig.startPairing()
  await second.pair((await declined.nextCode()).uri)
  await expect(declined.agreed).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect((await rig.connect()).accounts[0].address).toBe(first.getState().addresses.eip155)
  expect(first.getState().sessions).toHaveLength(1)

  second.setPolicy({ proposals: 'approve', chains: [evmOne] })
  await rig.connectWallet(second)
  expect((await rig.connect()).accounts[0].address).toBe(second.getState().addresses.eip155)
  await vi.waitFor(() => expect(first.getState().sessions).toEqual([]))
  // namespaces that the new wallet did not approve are disconnected
  expect(rig.events).toEqual([{ disconnect: 'solana' }, { disconnect: 'bip122' }])
})

test('proposes all namespaces as optional, so that a wallet with only one of them connects', async () => {
  const rig = await createRig()
  const wallet = await rig.createWallet({ policy: { chains: [evmTwo] } })
  await rig.connectWallet(wallet)
  await expect(rig.connect()).resolves.toMatchObject({ caipNetworkId: evmTwo })
  await expect(rig.connect('solana')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
