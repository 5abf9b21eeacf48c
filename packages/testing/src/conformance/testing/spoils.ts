import type { Connector, ConnectorEvents, ConnectorFeatures, ConnectRequest, ConnectResult } from '@latchkey/core'
import { ConnectorFailedError } from '@latchkey/core/plugin'
import type { Spoil } from './createMemorySubject.js'
import type { MemoryWallet } from './createMemoryWallet.js'

export function failed(): never {
  throw new ConnectorFailedError()
}

export function withMeta(meta: object): Spoil {
  return (good) => ({ meta: { ...good.meta, ...meta } })
}

export function withFeatures(spoil: (features: ConnectorFeatures, wallet: MemoryWallet) => object): Spoil {
  return (good, wallet) => ({ features: { ...good.features, ...spoil(good.features as ConnectorFeatures, wallet) } })
}

/** Changes the result of connect(). */
export function giving(change: (result: ConnectResult, request: ConnectRequest) => object): Spoil {
  return (good) => ({
    async connect(request) {
      const result = await good.connect(request)
      return { ...result, ...change(result, request) }
    },
  })
}

/** Replaces connect(). `make` is called once per connector, so that it can keep state. */
export function connecting(make: (good: Connector['connect'], wallet: MemoryWallet) => Connector['connect']): Spoil {
  return (good, wallet) => ({ connect: make(good.connect, wallet) })
}

/** Changes the error of connect(). `make` is called once per connector. */
export function failing(
  make: (wallet: MemoryWallet) => (cause: unknown, request: ConnectRequest) => ConnectResult,
): Spoil {
  return connecting((good, wallet) => {
    const handle = make(wallet)
    return async (request) => {
      try {
        return await good(request)
      } catch (cause) {
        return handle(cause, request)
      }
    }
  })
}

/** Changes the payload of 'change' events. */
export function telling(alter: (change: ConnectorEvents['change']) => object): Spoil {
  return (good) => ({
    on: (event, listener) =>
      good.on(event, (data) => listener(event === 'change' ? { ...data, ...alter(data) } : data)),
  })
}

/** Replaces on() for one event, and leaves the other unchanged. */
export function hearing<event extends keyof ConnectorEvents>(
  name: event,
  make: (
    on: (listener: (data: ConnectorEvents[event]) => void) => () => void,
  ) => (listener: (data: ConnectorEvents[event]) => void) => () => void,
): Spoil {
  return (good) => {
    const own = make((listener) => good.on(name, listener))
    return { on: (event, listener) => ((event as string) === name ? own(listener as never) : good.on(event, listener)) }
  }
}
