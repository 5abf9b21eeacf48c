import { expect, test } from 'vitest'
import { createConnectorEvents } from '../connectors/connectorList.js'

test('tells who listens to an event, one that throws stops nobody, and nobody hears after the end', () => {
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
