import { expect, test } from 'vitest'
import type { Account } from '../../contracts/account.js'
import { getConnection, getConnections } from '../../modal/connections.js'
import { accountOf, createMultiWorld, testNamespaces } from '../../testing/createMultiWorld.js'
import { restored } from '../../testing/createTestModal.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { settle } from '../../testing/settle.js'
import { watchEvents } from '../shell/actions.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

const key = 'latchkey/state'

/** Creates two tabs of one site: the browser notifies each of what the other writes. */
async function openTabs() {
  const [here, there] = [new EventTarget(), new EventTarget()]
  const shared = createTestStorage()
  const notify = (target: EventTarget, entry: string | null = key) =>
    target.dispatchEvent(Object.assign(new Event('storage'), { key: entry }))
  const first = createMultiWorld({ storage: shared, window: here as Window })
  for (const namespace of testNamespaces) await connect(first.modal, { connectorId: `${namespace}.wallet0` })
  const second = createMultiWorld({ storage: shared, wallets: first.wallets, window: there as Window })
  await restored()
  const settleTab = async (): Promise<void> => {
    await import('./otherTabs.js')
    await restored()
  }
  return { first, second, here, there, notify, settleTab, storage: shared }
}
const live = ({ modal }: Pick<ReturnType<typeof createMultiWorld>, 'modal'>): readonly string[] =>
  getConnections(modal.getState())
    .filter(({ status }) => status !== 'disconnected')
    .map(({ connectorId }) => connectorId)

test('a disconnect in another tab applies here too, without another wallet request', async () => {
  const { first, second, there, notify, settleTab } = await openTabs()
  expect(live(second)).toEqual(['eip155.wallet0', 'solana.wallet0', 'bip122.wallet0'])
  await disconnect(first.modal, { namespace: 'solana' })
  notify(there)
  await settleTab()
  expect(live(second)).toEqual(['eip155.wallet0', 'bip122.wallet0'])
  expect(first.wallets.solana[0]?.count('disconnect')).toBe(1)
})

test('a disconnect in another tab is an event here too', async () => {
  const { first, second, there, notify } = await openTabs()
  const events: unknown[] = []
  watchEvents(second.modal, ({ event, properties }) => void events.push([event, properties]))
  await disconnect(first.modal, { namespace: 'solana' })
  notify(there)
  expect(events).toEqual([['DISCONNECT_SUCCESS', { namespace: 'solana' }]])
})

test('a connection made in another tab is not added here', async () => {
  const { first, second, there, notify, settleTab } = await openTabs()
  await connect(first.modal, { connectorId: 'eip155.wallet1' })
  notify(there)
  await settleTab()
  expect(live(second)).toEqual(['eip155.wallet0', 'solana.wallet0', 'bip122.wallet0'])
  expect(live(first)).toContain('eip155.wallet1')
})

test('a session replaced in another tab is replaced here too, with the new address', async () => {
  const { first, second, there, notify, settleTab } = await openTabs()
  const [wallet] = first.wallets.eip155
  if (!wallet) throw new Error('No wallet.')
  const caipNetworkId = 'eip155:1'
  const begin = async (sessionId: string, account: Account): Promise<void> => {
    wallet.reply = { accounts: [account], caipNetworkId, sessionId }
    await connect(first.modal, { connectorId: 'eip155.wallet0' })
  }
  await begin('one', accountOf('eip155', 0))
  await connect(second.modal, { connectorId: 'eip155.wallet0' })
  const addressOf = ({ modal }: typeof second): string | undefined =>
    getConnection(modal.getState(), 'eip155')?.accounts[0].address

  await begin('two', accountOf('eip155', 0, 1))
  expect(addressOf(second)).toBe(accountOf('eip155', 0).address)
  notify(there)
  expect(second.modal.getState().namespaces['eip155']?.connection.status).toBe('connecting')
  await settleTab()
  expect(addressOf(second)).toBe(accountOf('eip155', 0, 1).address)
  expect(wallet.last('connect')).toMatchObject({ silent: true, sessionId: 'two' })
  expect(live(second)).toEqual(live(first))

  const count = wallet.count('connect')
  notify(there)
  await settleTab()
  expect(wallet.count('connect')).toBe(count)
})

test.each([
  ['active', 1],
  ['connected beside the active one', 0],
] as const)(
  'a wallet that was %s and is still being restored stays disconnected if another tab disconnects it',
  async (_, slow) => {
    const [here, there] = [new EventTarget(), new EventTarget()]
    const storage = createTestStorage()
    const first = createMultiWorld({ storage, window: here as Window })
    for (const index of [0, 1]) await connect(first.modal, { connectorId: `eip155.wallet${index}` })
    const late = first.wallets.eip155[slow]
    late?.asks.add('connect')
    const second = createMultiWorld({ storage, wallets: first.wallets, window: there as Window })
    await restored()
    await disconnect(first.modal)
    there.dispatchEvent(Object.assign(new Event('storage'), { key }))
    await restored()
    late?.last('connect').approve()
    await settle()
    expect(live(second)).toEqual([])
    const third = createMultiWorld({ storage, wallets: first.wallets })
    await restored()
    expect(live(third)).toEqual([])
  },
)

test('it stays disconnected even if the wallet responds before the storage event', async () => {
  const storage = createTestStorage()
  const first = createMultiWorld({ storage })
  for (const index of [0, 1]) await connect(first.modal, { connectorId: `eip155.wallet${index}` })
  first.wallets.eip155[0]?.asks.add('connect')
  const second = createMultiWorld({ storage, wallets: first.wallets })
  await restored()
  await disconnect(first.modal)
  first.wallets.eip155[0]?.last('connect').approve()
  await settle()
  expect(live(second)).toEqual(['eip155.wallet1'])
})

test('clearing storage ends all connections', async () => {
  const { second, there, notify, settleTab, storage } = await openTabs()
  storage.entries.clear()
  notify(there, null)
  await settleTab()
  expect(live(second)).toEqual([])
})

test('ignores other storage keys, and all events after destroy', async () => {
  const { first, second, there, notify, settleTab } = await openTabs()
  await disconnect(first.modal)
  notify(there, 'another')
  await settleTab()
  expect(live(second)).toHaveLength(3)
  second.modal.destroy()
  notify(there)
  await settleTab()
  expect(live(second)).toHaveLength(3)
})
