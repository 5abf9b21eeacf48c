import { expect, test } from 'vitest'
import { getConnections } from '../../modal/connections.js'
import { createMultiWorld, testNamespaces } from '../../testing/createMultiWorld.js'
import { restored } from '../../testing/createTestModal.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

const key = 'latchkey/state'

/** Creates two tabs of one site: the browser notifies each of what the other writes. */
async function openTabs() {
  const [here, there] = [new EventTarget(), new EventTarget()]
  const shared = createTestStorage()
  const tell = (target: EventTarget, entry: string | null = key) =>
    target.dispatchEvent(Object.assign(new Event('storage'), { key: entry }))
  const first = createMultiWorld({ storage: shared, window: here as Window })
  for (const namespace of testNamespaces) await connect(first.modal, { connectorId: `${namespace}.wallet0` })
  const second = createMultiWorld({ storage: shared, wallets: first.wallets, window: there as Window })
  await restored()
  const settleTab = async (): Promise<void> => {
    await import('./otherTabs.js')
    await restored()
  }
  return { first, second, here, there, tell, settleTab, storage: shared }
}
const live = ({ modal }: Pick<ReturnType<typeof createMultiWorld>, 'modal'>): readonly string[] =>
  getConnections(modal.getState())
    .filter(({ status }) => status !== 'disconnected')
    .map(({ connectorId }) => connectorId)

test('what another tab disconnects ends here too, without asking the wallet again', async () => {
  const { first, second, there, tell, settleTab } = await openTabs()
  expect(live(second)).toEqual(['eip155.wallet0', 'solana.wallet0', 'bip122.wallet0'])
  await disconnect(first.modal, { namespace: 'solana' })
  tell(there)
  await settleTab()
  expect(live(second)).toEqual(['eip155.wallet0', 'bip122.wallet0'])
  expect(first.wallets.solana[0]?.count('disconnect')).toBe(1)
})

test('what another tab connects stays its own', async () => {
  const { first, second, there, tell, settleTab } = await openTabs()
  await connect(first.modal, { connectorId: 'eip155.wallet1' })
  tell(there)
  await settleTab()
  expect(live(second)).toEqual(['eip155.wallet0', 'solana.wallet0', 'bip122.wallet0'])
  expect(live(first)).toContain('eip155.wallet1')
})

test('storage that is cleared ends all', async () => {
  const { second, there, tell, settleTab, storage } = await openTabs()
  storage.entries.clear()
  tell(there, null)
  await settleTab()
  expect(live(second)).toEqual([])
})

test('other keys, and what comes after the end, are nothing to it', async () => {
  const { first, second, there, tell, settleTab } = await openTabs()
  await disconnect(first.modal)
  tell(there, 'another')
  await settleTab()
  expect(live(second)).toHaveLength(3)
  second.modal.destroy()
  tell(there)
  await settleTab()
  expect(live(second)).toHaveLength(3)
})
