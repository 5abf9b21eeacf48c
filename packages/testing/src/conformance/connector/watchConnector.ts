import type { Connector, ConnectorEvents } from '@latchkey/core'

export type SeenEvents = {
  readonly changes: readonly ConnectorEvents['change'][]
  readonly disconnects: readonly ConnectorEvents['disconnect'][]
  readonly count: () => number
  readonly stop: () => void
}

/** Notes all that a connector emits. */
export function watchConnector(connector: Connector): SeenEvents {
  const changes: ConnectorEvents['change'][] = []
  const disconnects: ConnectorEvents['disconnect'][] = []
  const stops = [
    connector.on('change', (change) => void changes.push(change)),
    connector.on('disconnect', (event) => void disconnects.push(event)),
  ]
  return {
    changes,
    disconnects,
    count: () => changes.length + disconnects.length,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
