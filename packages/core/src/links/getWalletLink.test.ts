import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { disconnect } from '../controllers/connection/disconnect.js'
import { startPairing } from '../controllers/connection/startPairing.js'
import { internals, type Modal } from '../modal.js'
import { emptyPersisted, parsePersisted } from '../store/schema.js'
import { createTestModal, restored, type TestModal } from '../testing/createTestModal.js'
import { createTestPairing, type TestPairing } from '../testing/createTestPairing.js'
import { settle } from '../testing/settle.js'
import { getWalletLink } from './getWalletLink.js'
import { noteWalletLink } from './noteWalletLink.js'
import type { AppLink } from './walletLink.js'

type World = TestModal & { readonly pairing: TestPairing }

const firefly: AppLink = { name: 'Firefly', href: 'firefly://' }

function setUp(pairing: TestPairing = createTestPairing(), options: Parameters<typeof createTestModal>[0] = {}): World {
  return { ...createTestModal({ plugins: [pairing.plugin], ...options }), pairing }
}

/** Pairs, by a link of this phone where one is given. */
async function pair({ modal, pairing }: World, link?: AppLink): Promise<void> {
  const flow = startPairing(modal, { walletId: 'firefly' })
  await settle()
  if (link) noteWalletLink(modal, link)
  pairing.last().approve('eip155', 'solana')
  await flow
}

const readStored = (modal: Modal): unknown => modal[internals].persistence.read().walletLink

test('the wallet that was paired with by a link can be brought up again', async () => {
  const world = setUp()
  await pair(world, firefly)
  expect(getWalletLink(world.modal)).toEqual(firefly)
})

test('a wallet that scanned the code is on another device: there is no link', async () => {
  const world = setUp()
  await pair(world)
  expect(getWalletLink(world.modal)).toBeUndefined()
  expect(readStored(world.modal)).toBeUndefined()
})

test('a link that was followed for a pairing that was left means nothing for the next', async () => {
  const world = setUp()
  const { modal } = world
  const left = startPairing(modal, { walletId: 'glow' })
  await settle()
  noteWalletLink(modal, { name: 'Glow', href: 'glow://' })
  await pair(world)
  await left
  expect(getWalletLink(modal)).toBeUndefined()
})

test('while no pairing runs there is nothing to note', () => {
  const { modal } = setUp()
  noteWalletLink(modal, firefly)
  expect(getWalletLink(modal)).toBeUndefined()
  expect(modal[internals].persistence.read()).toEqual(emptyPersisted)
})

test('it survives a reload, and is there as soon as the connection is', async () => {
  const first = setUp()
  await pair(first, firefly)
  first.modal.destroy()
  const { modal } = setUp(first.pairing, { storage: first.storage, clock: first.clock })
  expect(getWalletLink(modal)).toBeUndefined()
  await restored()
  expect(getWalletLink(modal)).toEqual(firefly)
})

test('it goes with the connection, whoever ends it', async () => {
  const world = setUp()
  const { modal, pairing } = world
  await pair(world, firefly)
  await disconnect(modal)
  expect(getWalletLink(modal)).toBeUndefined()
  expect(readStored(modal)).toBeUndefined()
  await pair(world, firefly)
  pairing.end()
  await settle()
  expect(getWalletLink(modal)).toBeUndefined()
  expect(readStored(modal)).toBeUndefined()
})

test('a newer connection without a link takes the older one off', async () => {
  const world = setUp()
  await pair(world, firefly)
  await pair(world)
  expect(getWalletLink(world.modal)).toBeUndefined()
})

test('no link of storage is followed that is not safe, whatever stands there', async () => {
  const world = setUp()
  const { modal } = world
  await pair(world, firefly)
  const write = (walletLink: object): void =>
    modal[internals].persistence.update((data) => ({ ...data, walletLink: { ...walletLink } }))
  for (const href of ['javascript:x', 'javascript://%0ax', 'data:text/html,x', '//host', 'http://host', 1, null]) {
    write({ ...firefly, connectorId: 'walletConnect', href })
    expect(getWalletLink(modal)).toBeUndefined()
  }
  write({ ...firefly, connectorId: 'another' })
  expect(getWalletLink(modal)).toBeUndefined()
  write({ ...firefly, connectorId: 'walletConnect', name: '\u202eylferiF' })
  expect(getWalletLink(modal)).toEqual({ name: 'ylferiF', href: 'firefly://' })
  assert(
    property(anything(), (walletLink) => {
      modal[internals].persistence.update(() => parsePersisted({ walletLink }))
      expect(getWalletLink(modal)).toBeUndefined()
    }),
  )
})
