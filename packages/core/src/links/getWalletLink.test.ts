import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { disconnect } from '../controllers/connection/disconnect.js'
import { startPairing } from '../controllers/connection/pair.js'
import type { WalletListing } from '../controllers/wallets/state.js'
import { internals, type Modal } from '../modal/modal.js'
import { emptyPersisted, parsePersisted } from '../store/schema.js'
import { createTestModal, restored, type TestModal } from '../testing/createTestModal.js'
import { createTestPairing, type TestPairing } from '../testing/createTestPairing.js'
import { settle } from '../testing/settle.js'
import { getWalletLink, noteWalletLink } from './rememberedLink.js'

type World = TestModal & { readonly pairing: TestPairing }

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const page = {
  navigator: { userAgent: iphone, maxTouchPoints: 5 },
  addEventListener: () => {},
  removeEventListener: () => {},
}
const env = { window: () => Object.assign(page, { parent: page }) as unknown as Window }

const wallet: WalletListing = {
  id: 'firefly',
  name: 'Firefly',
  mobile_link: 'firefly://',
  link_mode: 'https://firefly.example',
}
const firefly = { name: 'Firefly', href: 'firefly://', target: '_self' }

function setUp(pairing: TestPairing = createTestPairing(), options: Parameters<typeof createTestModal>[0] = {}): World {
  return { ...createTestModal({ plugins: [pairing.plugin], env, ...options }), pairing }
}

/** Pairs a wallet, through a link on this phone if one is given. */
async function pair({ modal, pairing }: World, link?: WalletListing): Promise<void> {
  const flow = startPairing(modal, { walletId: 'firefly' })
  await settle()
  if (link) noteWalletLink(modal, link)
  pairing.last().approve('eip155', 'solana')
  await flow
}

const readStored = (modal: Modal): unknown => modal[internals].persistence.read().walletLink

test('returns the link of a wallet that was paired through a link', async () => {
  const world = setUp()
  await pair(world, wallet)
  expect(getWalletLink(world.modal)).toEqual(firefly)
})

test('returns the web address of a wallet without an app scheme', async () => {
  const world = setUp()
  await pair(world, { ...wallet, mobile_link: 'https://firefly.example/app' })
  expect(getWalletLink(world.modal)).toMatchObject({ href: 'https://firefly.example/' })
})

test('returns no link for a wallet whose links are unsafe', async () => {
  const world = setUp()
  await pair(world, { ...wallet, mobile_link: 'javascript:x', link_mode: '//host' })
  expect(getWalletLink(world.modal)).toBeUndefined()
})

test('returns the link for a namespace only if its active connection is with that wallet', async () => {
  const world = setUp()
  const flow = startPairing(world.modal)
  await settle()
  noteWalletLink(world.modal, wallet)
  world.pairing.last().approve('eip155')
  await flow
  expect(getWalletLink(world.modal, { namespace: 'eip155' })).toEqual(firefly)
  expect(getWalletLink(world.modal, { namespace: 'solana' })).toBeUndefined()
})

test('returns no link for a wallet that scanned the code on another device', async () => {
  const world = setUp()
  await pair(world)
  expect(getWalletLink(world.modal)).toBeUndefined()
  expect(readStored(world.modal)).toBeUndefined()
})

test('a link followed for an abandoned pairing does not count for the next one', async () => {
  const world = setUp()
  const { modal } = world
  const left = startPairing(modal, { walletId: 'glow' }).catch(() => undefined)
  await settle()
  noteWalletLink(modal, { id: 'glow', name: 'Glow', mobile_link: 'glow://' })
  await pair(world)
  await left
  expect(getWalletLink(modal)).toBeUndefined()
})

test('noteWalletLink does nothing without a pairing in progress', () => {
  const { modal } = setUp()
  noteWalletLink(modal, wallet)
  expect(getWalletLink(modal)).toBeUndefined()
  expect(modal[internals].persistence.read()).toEqual(emptyPersisted)
})

test('the link survives a reload and is available once the connection is restored', async () => {
  const first = setUp()
  await pair(first, wallet)
  first.modal.destroy()
  const { modal } = setUp(first.pairing, { storage: first.storage, clock: first.clock })
  expect(getWalletLink(modal)).toBeUndefined()
  await restored()
  expect(getWalletLink(modal)).toEqual(firefly)
})

test('the link is removed with the connection, whichever side ends it', async () => {
  const world = setUp()
  const { modal, pairing } = world
  await pair(world, wallet)
  await disconnect(modal)
  expect(getWalletLink(modal)).toBeUndefined()
  expect(readStored(modal)).toBeUndefined()
  await pair(world, wallet)
  pairing.end()
  await settle()
  expect(getWalletLink(modal)).toBeUndefined()
  expect(readStored(modal)).toBeUndefined()
})

test('a newer connection without a link removes the older link', async () => {
  const world = setUp()
  await pair(world, wallet)
  await pair(world)
  expect(getWalletLink(world.modal)).toBeUndefined()
})

test('returns no unsafe or invalid link from storage', async () => {
  const world = setUp()
  const { modal } = world
  await pair(world, wallet)
  const write = (walletLink: object): void => {
    modal[internals].persistence.update((data) => ({ ...data, walletLink: { ...walletLink } }))
  }
  for (const href of ['javascript:x', 'javascript://%0ax', 'data:text/html,x', '//host', 'http://host', 1, null]) {
    write({ ...firefly, connectorId: 'walletConnect', href })
    expect(getWalletLink(modal)).toBeUndefined()
  }
  write({ ...firefly, connectorId: 'another' })
  expect(getWalletLink(modal)).toBeUndefined()
  write({ ...firefly, connectorId: 'walletConnect', name: '\u202eylferiF' })
  expect(getWalletLink(modal)).toEqual({ ...firefly, name: 'ylferiF' })
  assert(
    property(anything(), (walletLink) => {
      modal[internals].persistence.update(() => parsePersisted({ walletLink }))
      expect(getWalletLink(modal)).toBeUndefined()
    }),
  )
})
