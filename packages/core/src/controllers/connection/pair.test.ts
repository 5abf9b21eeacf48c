import { anything, assert, dictionary, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { getConnection } from '../../modal/connections.js'
import { testCode as code, createPairingWorld, statusOf } from '../../testing/createPairingWorld.js'
import { restored } from '../../testing/createTestModal.js'
import { createTestPairing } from '../../testing/createTestPairing.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { close, getRoute, open, watchEvents } from '../shell/actions.js'
import { getRecentWalletIds } from '../wallets/connectors.js'
import { connect } from './connect.js'
import { switchConnection } from './connections.js'
import { disconnect } from './disconnect.js'
import { parsePairingCode, startPairing } from './pair.js'

const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

test('[S3.6] the account includes the paired wallet’s name and icon while it is connected', async () => {
  const { modal, pairing } = createPairingWorld()
  const icon = 'data:image/png;base64,AAAA'
  pairing.wallet = { name: `  ${'Long \u202ename'.padEnd(200, '!')}`, icon }
  const flow = startPairing(modal)
  await settle()
  pairing.last().approve('eip155')
  await flow
  const { connectedWalletInfo } = getAccount(modal.getState(), 'eip155')
  expect(connectedWalletInfo).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', icon })
  expect(connectedWalletInfo?.name).toHaveLength(64)
  expect(connectedWalletInfo?.name).not.toContain('\u202e')
  await disconnect(modal)
  expect(getAccount(modal.getState(), 'eip155').connectedWalletInfo).toBeUndefined()
})

test('[S9.3] the paired wallet of the list becomes a recent one; WalletConnect itself does not', async () => {
  const { modal, pairing, wallet, storage } = createPairingWorld()
  for (const walletId of ['w1', 'w2', 'w2', undefined, 'w3']) {
    const flow = startPairing(modal, { walletId })
    await settle()
    pairing.last().approve('eip155')
    await flow
  }
  expect(getRecentWalletIds(modal.getState())).toEqual(['w3', 'w2'])
  await connect(modal, { connectorId: wallet.connector.meta.id })
  expect(modal.getState().recentConnectorIds).toEqual([wallet.connector.meta.id, 'walletConnect:w3'])
  expect(getRecentWalletIds(createPairingWorld({ storage }).modal.getState())).toEqual(['w3'])
})

test('disconnecting one namespace or the connector ends the whole session, with one request and no error', async () => {
  for (const options of [{}, { namespace: 'solana' }, { connectorId: 'walletConnect' }] as const) {
    const world = createPairingWorld()
    const flow = startPairing(world.modal)
    await settle()
    world.pairing.last().approve('eip155', 'solana')
    await flow
    const events: string[] = []
    watchEvents(world.modal, ({ event }) => events.push(event))
    await disconnect(world.modal, options)
    expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
    expect(world.pairing.disconnects).toHaveLength(1)
    expect(world.pairing.listenerCount()).toBe(0)
    expect(world.modal.getState().toast).toBeUndefined()
    expect(events).toEqual(['DISCONNECT_SUCCESS', 'DISCONNECT_SUCCESS'])
  }
})

test('error: DISCONNECT_FAILED once if the relay is unreachable; the session ends here anyway', async () => {
  const world = createPairingWorld()
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  await flow
  world.pairing.isReachable = false
  await expect(disconnect(world.modal)).rejects.toMatchObject({
    code: 'DISCONNECT_FAILED',
    shortMessage: 'Failed to disconnect chains: eip155, solana',
  })
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
})

test('a session ended by the wallet ends in all namespaces, without a toast', async () => {
  const world = createPairingWorld()
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  await flow
  open(world.modal, { view: 'Account' })
  world.pairing.end()
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
  const { modal, toast } = world.modal.getState()
  expect([modal.open, toast]).toEqual([false, undefined])
})

test('connecting another wallet in one namespace keeps the session in the others', async () => {
  const world = createPairingWorld()
  const { modal, pairing, wallet } = world
  const flow = startPairing(modal)
  await settle()
  pairing.last().approve('eip155', 'solana')
  await flow
  await connect(modal, { connectorId: wallet.connector.meta.id })
  expect(pairing.disconnects).toEqual([])
  expect(getConnection(modal.getState(), 'solana')?.connectorId).toBe('walletConnect')
  await connect(modal, { connectorId: 'org.example.sol' })
  expect(pairing.disconnects).toEqual(['solana'])
})

test('the next visit restores the session in all its namespaces, without a new pairing', async () => {
  const storage = createTestStorage()
  const pairing = createTestPairing()
  const first = createPairingWorld({ storage, pairing })
  const flow = startPairing(first.modal, { walletId: 'w1' })
  await settle()
  pairing.last().approve('eip155', 'solana')
  await flow
  first.modal.destroy()
  const second = createPairingWorld({ storage, pairing })
  expect(statusOf(second)).toEqual(['connecting', 'connecting'])
  await restored()
  expect(statusOf(second)).toEqual(['connected', 'connected'])
  expect(getConnection(second.modal.getState(), 'solana')?.wallet).toEqual({ name: 'Test phone' })
  expect(pairing.requests).toHaveLength(1)
  second.modal.destroy()
  pairing.session = []
  const third = createPairingWorld({ storage, pairing })
  await restored()
  expect(statusOf(third)).toEqual(['disconnected', 'disconnected'])
})

test('switching to an ended pairing opens the pairing view', async () => {
  const { modal, pairing } = createPairingWorld({ features: { multiWallet: true } })
  const flow = startPairing(modal)
  await settle()
  pairing.last().approve('eip155')
  await flow
  await disconnect(modal)
  expect(await switchConnection(modal, { namespace: 'eip155', connectorId: 'walletConnect' })).toBeUndefined()
  expect(getRoute(modal.getState())).toEqual({ view: 'ConnectingWalletConnect', params: { namespace: 'eip155' } })
})

test('an inline modal connects all namespaces and then shows the account', async () => {
  const world = createPairingWorld({ inline: true })
  open(world.modal, { view: 'ConnectingWalletConnect' })
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  expect(await flow).toHaveLength(2)
  expect(getRoute(world.modal.getState()).view).toBe('Account')
})

test('with multiWallet the pairing is added beside the connected wallet', async () => {
  const other = createTestWallet({ id: 'other' })
  const { modal, pairing } = createPairingWorld({ wallets: [other], features: { multiWallet: true } })
  await connect(modal, { connectorId: 'other' })
  const flow = startPairing(modal, { namespace: 'eip155' })
  await settle()
  pairing.last().approve('eip155')
  await flow
  expect(modal.getState().namespaces.eip155?.others.map(({ connectorId }) => connectorId)).toEqual(['other'])
  expect(other.count('disconnect')).toBe(0)
})

test('a new pairing replaces the previous one, also in namespaces that only the old one had', async () => {
  const world = createPairingWorld({ defaultNetwork: solanaId })
  const { modal, pairing } = world
  const first = startPairing(modal)
  await settle()
  pairing.last().approve('eip155', 'solana')
  await first
  pairing.wallet = { name: 'Another phone' }
  const second = startPairing(modal)
  await settle()
  expect(statusOf(world)).toEqual(['connected', 'connected'])
  pairing.last().approve('eip155')
  expect(await second).toMatchObject([{ namespace: 'eip155', wallet: { name: 'Another phone' } }])
  expect(statusOf(world)).toEqual(['connected', 'disconnected'])
  expect(modal.getState()).toMatchObject({ activeNamespace: 'eip155', modal: { open: false }, ask: undefined })
  expect(pairing.disconnects).toEqual([])
})

test('a wallet that disconnects during a pairing leaves the shown code unchanged', async () => {
  const world = createPairingWorld()
  const { modal, pairing, wallet } = world
  await connect(modal, { connectorId: wallet.connector.meta.id })
  startPairing(modal).catch(() => undefined)
  await settle()
  pairing.last().onCode(code)
  wallet.emit('disconnect', { namespace: 'eip155' })
  expect(statusOf(world)[0]).toBe('disconnected')
  expect(modal.getState()).toMatchObject({ modal: { open: true }, ask: { kind: 'pair', code } })
})

test('ends an approved session if the user turned to another wallet and then closes the modal', async () => {
  const world = createPairingWorld()
  const { modal, pairing } = world
  const first = startPairing(modal, { walletId: 'one' })
  await settle()
  pairing.gate = new Promise(() => undefined)
  pairing.last().approve('eip155', 'solana')
  await settle()
  const second = startPairing(modal, { walletId: 'two' })
  await expect(first).rejects.toMatchObject({ code: 'ABORTED' })
  await settle()
  // the outcome of the other one isn't known yet
  expect(pairing.disconnects).toEqual([])
  close(modal)
  await expect(second).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await settle()
  expect([pairing.session, pairing.disconnects]).toEqual([[], ['eip155']])
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
})

test('an approval while the modal closes ends the new session and the one it replaced', async () => {
  const world = createPairingWorld()
  const { modal, pairing } = world
  const first = startPairing(modal)
  await settle()
  pairing.last().approve('eip155', 'solana')
  await first
  expect(statusOf(world)).toEqual(['connected', 'connected'])
  const second = startPairing(modal)
  await settle()
  pairing.last().approve('eip155', 'solana')
  close(modal)
  await expect(second).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  await settle()
  expect([pairing.session, pairing.disconnects]).toEqual([[], ['eip155']])
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
})

const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`

test('keeps the code and its expiry, and nothing else', () => {
  expect(parsePairingCode({ uri, expiresAt: 5, more: true })).toEqual({ uri, expiresAt: 5 })
})

test.each([
  ['no code', undefined],
  ['a string', uri],
  ['no expiry', { uri }],
  ['an expiry that is NaN', { uri, expiresAt: Number.NaN }],
  ['an infinite expiry', { uri, expiresAt: Number.POSITIVE_INFINITY }],
  ['another scheme', { uri: 'https://wallet.example/wc?uri=wc:1', expiresAt: 5 }],
  ['a scheme in front', { uri: 'javascript:alert("wc:1")', expiresAt: 5 }],
  ['a space in front', { uri: ` ${uri}`, expiresAt: 5 }],
  ['a new line inside', { uri: 'wc:1\njavascript:alert(1)', expiresAt: 5 }],
  ['a character that is invalid in a link', { uri: 'wc:\u202e1', expiresAt: 5 }],
  ['an empty code', { uri: 'wc:', expiresAt: 5 }],
  ['a code too long for a QR code', { uri: `wc:${'a'.repeat(3_000)}`, expiresAt: 5 }],
])('rejects %s', (_, value) => {
  expect(parsePairingCode(value)).toBeNull()
})

test('for any input, an accepted code starts with wc: and has a finite expiry', () => {
  assert(
    property(dictionary(string(), anything()), string(), anything(), (rest, text, expiresAt) => {
      const code = parsePairingCode({ ...rest, uri: `wc:${text}`, expiresAt })
      if (code) expect([code.uri.startsWith('wc:'), Number.isFinite(code.expiresAt)]).toEqual([true, true])
    }),
  )
})
