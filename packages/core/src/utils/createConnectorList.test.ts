import { expect, test } from 'vitest'
import { createConnectorList } from '../connectors/connectorList.js'
import type { Connector } from '../contracts/connector.js'

function createConnector(): Connector & { readonly isEnded: () => boolean } {
  const ends: true[] = []
  return { destroy: () => ends.push(true), isEnded: () => ends.length > 0 } as never
}

test('tells once of all that comes in one go, and who throws stops nobody', async () => {
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

test('ends every connector at the end, and tells nobody any more', async () => {
  const list = createConnectorList(() => undefined)
  let told = 0
  list.onConnectorsChange(() => (told += 1))
  const connector = createConnector()
  list.add(connector)
  list.destroy()
  await Promise.resolve()
  expect([told, connector.isEnded()]).toEqual([0, true])
})
