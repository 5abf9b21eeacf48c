import { expect, test } from 'vitest'
import type { Connector } from '../contracts/connector.js'
import { createConnectorEvents, createConnectorList } from './connectorList.js'

function createConnector(): Connector & { readonly isEnded: () => boolean } {
  const ends: true[] = []
  return { destroy: () => ends.push(true), isEnded: () => ends.length > 0 } as never
}

test('batches additions into one notification; a listener that throws does not stop the others', async () => {
  const warnings: unknown[] = []
  const list = createConnectorList((cause) => warnings.push(cause))
  let told = 0
  list.onConnectorsChange(() => {
    throw new Error('mine')
  })
  const stop = list.onConnectorsChange(() => (told += 1))
  const [a, b] = [createConnector(), createConnector()]
  list.add(a)
  list.add(b)
  await Promise.resolve()
  expect(list.getConnectors()).toEqual([a, b])
  expect([told, warnings.length]).toEqual([1, 1])
  stop()
  list.remove(a)
  list.remove(a)
  await Promise.resolve()
  expect([told, a.isEnded(), b.isEnded()]).toEqual([1, true, false])
})

test('destroy ends every connector, and no listener is notified any more', async () => {
  const list = createConnectorList(() => undefined)
  let told = 0
  list.onConnectorsChange(() => (told += 1))
  const connector = createConnector()
  list.add(connector)
  list.destroy()
  await Promise.resolve()
  expect([told, connector.isEnded()]).toEqual([0, true])
})

test('notifies the listeners of an event, even if one throws, until they unsubscribe or all are cleared', () => {
  const warnings: unknown[] = []
  const counts: number[] = []
  const events = createConnectorEvents({
    onCount: () => counts.push(events.count()),
    warn: (cause) => warnings.push(cause),
  })
  const heard: unknown[] = []
  events.on('change', () => {
    throw new Error('mine')
  })
  const stop = events.on('change', (data) => heard.push(data))
  events.on('disconnect', (data) => heard.push(data))
  events.emit('change', { namespace: 'eip155' })
  expect([heard, warnings.length]).toEqual([[{ namespace: 'eip155' }], 1])
  stop()
  events.emit('change', { namespace: 'solana' })
  events.clear()
  events.emit('disconnect', { namespace: 'eip155' })
  expect(heard).toHaveLength(1)
  expect(counts).toEqual([1, 2, 3, 2, 0])
})
