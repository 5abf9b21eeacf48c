import type { BrowserContext, Frame } from '@playwright/test'
import { createRemoteWindow } from './createRemoteWindow.js'
import type { Arrival, PageReply, PageRequest } from './remoteObject.js'
import { type PageBridge, runInPage } from './runInPage.js'
import { decodeValue, encodeValue } from './values.js'

export type Bridge = {
  /** Creates a window for one wallet. It represents the windows of all current and future pages of the context. */
  readonly createWindow: () => EventTarget
  /** Resolves when everything placed in the windows so far is in the pages. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

type Call = (...args: readonly unknown[]) => unknown

const name = '__latchkeyWallets'
/** The page's code as text. Harmless if it is in the page already. */
const pageSide = `(${runInPage})({ name: '${name}', encode: ${encodeValue}, decode: ${decodeValue} })`

/** Connects wallets of a test with the pages of a browser context, like an extension. */
export async function createBridge(context: BrowserContext): Promise<Bridge> {
  const objects: object[] = []
  const stops = new Set<() => void>()
  /** Subscriptions of each frame. Its next document makes the same ones again, and is notified through the first. */
  const subscribed = new WeakMap<Frame, Set<string>>()
  let work: Promise<unknown> = Promise.resolve()
  let isOver = false

  const arrive = (arrival: Arrival): void => {
    const script = `${pageSide}.add(${JSON.stringify(arrival)})`
    work = Promise.all([
      work,
      context.addInitScript({ content: script }),
      // a page that is being left gets it in its next document
      ...context.pages().map((page) => page.evaluate(script).catch(() => undefined)),
    ])
  }

  const listen = (frame: Frame, { id, path, event }: PageRequest & { kind: 'listen' }): void => {
    const object = objects[id]
    const owner = object && reach(object, path)
    if (!object || !owner) return
    const keys = subscribed.get(frame) ?? new Set()
    const key = JSON.stringify([id, path, event])
    if (keys.has(key)) return
    subscribed.set(frame, keys.add(key))
    const notify = (...args: readonly unknown[]): void => {
      if (isOver) return
      const pageEvent = [id, path, event, encodeValue(args), readAccounts(object)] as const
      // the document that listened may be gone
      frame.evaluate(emitInPage, [`${name}Page`, pageEvent] as const).catch(() => undefined)
    }
    const subscribe = (owner['on'] ?? owner['addListener']) as Call | undefined
    const end = subscribe?.call(owner, event, notify)
    const stop = (): void => {
      stops.delete(stop)
      if (typeof end === 'function') (end as Call)()
      else (owner['removeListener'] as Call | undefined)?.call(owner, event, notify)
    }
    stops.add(stop)
    frame.page().once('close', stop)
  }

  await context.exposeBinding(name, async ({ frame }, request: PageRequest): Promise<PageReply> => {
    if (request.kind === 'listen') {
      listen(frame, request)
      return {}
    }
    const object = objects[request.id]
    if (!object) return { thrown: encodeValue(new Error('This wallet is gone.')) }
    try {
      const owner = reach(object, request.path.slice(0, -1))
      const method = owner?.[request.path.at(-1) ?? ''] as Call
      const result = encodeValue(await method.apply(owner, decodeValue(request.args) as unknown[]))
      return { result, accounts: readAccounts(object) }
    } catch (thrown) {
      // passes on whatever a wallet throws
      return { thrown: encodeValue(thrown), accounts: readAccounts(object) }
    }
  })
  return {
    createWindow: () => createRemoteWindow(objects, arrive),
    settled: async () => {
      // placed objects are reported a microtask later
      await Promise.resolve()
      await work
    },
    close() {
      isOver = true
      for (const stop of stops) stop()
    },
  }
}

function reach(object: object, path: readonly string[]): Record<string, unknown> | undefined {
  let found: unknown = object
  for (const part of path) found = (found as Record<string, unknown> | undefined)?.[part]
  return found as Record<string, unknown> | undefined
}

function readAccounts(object: object): unknown {
  return 'accounts' in object ? encodeValue(object.accounts) : undefined
}

type PageEvent = readonly [id: number, path: readonly string[], event: string, args: unknown, accounts: unknown]

function emitInPage([key, pageEvent]: readonly [key: string, pageEvent: PageEvent]): void {
  const bridge = (globalThis as unknown as Record<string, PageBridge | undefined>)[key]
  bridge?.emit(...pageEvent)
}
