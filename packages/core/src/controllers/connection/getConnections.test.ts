import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPairingWorld, type PairingWorld } from '../../testing/createPairingWorld.js'
import { createTestPairing } from '../../testing/createTestPairing.js'
import { createTestStorage, type TestStorage } from '../../testing/createTestStorage.js'
import { connect } from './connect.js'
import { getConnections } from './connections.js'
import { disconnect } from './disconnect.js'

const key = 'latchkey/state'
const open = (storage: TestStorage, pairing = createTestPairing()): PairingWorld =>
  createPairingWorld({ pairing, storage, features: { multiWallet: true } })
const list = ({ modal }: PairingWorld) =>
  getConnections(modal.getState(), 'eip155').map(({ status, connector }) => [status, connector?.name, connector?.icon])

test('a pairing that has ended is called by the name of its wallet, also on the next visit', async () => {
  const storage = createTestStorage()
  const pairing = createTestPairing()
  pairing.session = ['eip155']
  pairing.wallet = { name: 'Pocket', icon: 'data:image/png;base64,AA==' }
  const world = open(storage, pairing)
  await connect(world.modal, { connectorId: 'walletConnect', namespace: 'eip155' })
  expect(list(world)).toEqual([['active', 'Pocket', 'data:image/png;base64,AA==']])
  await disconnect(world.modal)
  // its image is not kept
  expect(list(world)).toEqual([['disconnected', 'Pocket', undefined]])
  expect(storage.entries.get(key)).toContain('"walletName":"Pocket"')
  const next = open(storage)
  next.modal.start()
  expect(list(next)).toEqual([['disconnected', 'Pocket', undefined]])
})

test('what an earlier version stored has the name of its connector', () => {
  const stored = { connectorId: 'walletConnect', address: '0xa', caipNetworkId: 'eip155:1', status: 'disconnected' }
  const storage = createTestStorage({ [key]: JSON.stringify({ v: 1, data: { connections: { eip155: [stored] } } }) })
  const world = open(storage)
  world.modal.start()
  expect(list(world)).toEqual([['disconnected', 'WalletConnect', undefined]])
})

test('whatever stands in storage for a name is text of some length at most, or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ minLength: 300 }), fc.jsonValue()), (walletName) => {
      const stored = { connectorId: 'walletConnect', address: '0xa', status: 'disconnected', walletName }
      const storage = createTestStorage({
        [key]: JSON.stringify({ v: 1, data: { connections: { eip155: [stored] } } }),
      })
      const world = open(storage)
      world.modal.start()
      const [[, name] = []] = list(world)
      expect(name).toMatch(/^[^\p{C}\n]{1,100}$/u)
      world.modal.destroy()
    }),
  )
})
