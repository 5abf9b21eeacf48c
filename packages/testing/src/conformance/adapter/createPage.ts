export type Page = {
  /** For the adapter. */
  readonly window: Window
  /** The same page for its wallets. */
  readonly outside: Window
  /** Number of listeners that the adapter has on the window and its document. */
  readonly listeners: () => number
}

/** Creates a minimal page for wallet discovery: a window with a visible document. Nothing of the real page is used. */
export function createPage(content: object = {}): Page {
  const document = createCountingTarget(
    Object.assign(new EventTarget(), { visibilityState: 'visible', hidden: false, readyState: 'complete' }),
  )
  const outside = Object.assign(new EventTarget(), {
    document: document.counted,
    navigator: { userAgent: 'Latchkey conformance', language: 'en', languages: ['en'], onLine: true },
    location: { href: 'https://site.example/', origin: 'https://site.example', hostname: 'site.example' },
    Event: globalThis.Event,
    CustomEvent: globalThis.CustomEvent,
    isSecureContext: true,
    ...content,
  })
  const { counted, count } = createCountingTarget(outside)
  Object.assign(outside, { window: counted, self: counted, top: counted, parent: counted })
  return {
    window: counted as unknown as Window,
    outside: outside as unknown as Window,
    listeners: () => count() + document.count(),
  }
}

export type CountingTarget<target> = {
  /** The same target, counting the listeners added through it. */
  readonly counted: target
  /** Number of listeners added through `counted` and not removed. */
  readonly count: () => number
}

type Listener = EventListenerOrEventListenerObject

type Entry = {
  readonly type: string
  readonly listener: Listener
  readonly isCapturing: boolean
  readonly run: (event: Event) => void
}

/** Counts the listeners of one party. Listeners that remove themselves (`once`, `signal`) no longer count then. */
function createCountingTarget<target extends EventTarget>(target: target): CountingTarget<target> {
  let entries: readonly Entry[] = []

  const find = (type: string, listener: Listener | null, isCapturing: boolean): Entry | undefined =>
    entries.find((entry) => entry.type === type && entry.listener === listener && entry.isCapturing === isCapturing)
  const drop = (entry: Entry): void => {
    entries = entries.filter((other) => other !== entry)
    target.removeEventListener(entry.type, entry.run, entry.isCapturing)
  }
  const own: Pick<EventTarget, 'addEventListener' | 'removeEventListener' | 'dispatchEvent'> = {
    addEventListener(type, listener, options) {
      const { once = false, signal } = typeof options === 'object' ? options : {}
      const isCapturing = isCapture(options)
      if (!listener || signal?.aborted || find(type, listener, isCapturing)) return
      const run = (event: Event): void => {
        if (once) drop(entry)
        if (typeof listener === 'function') listener.call(counted, event)
        else listener.handleEvent(event)
      }
      const entry: Entry = { type, listener, isCapturing, run }
      entries = [...entries, entry]
      signal?.addEventListener('abort', () => drop(entry))
      target.addEventListener(type, run, isCapturing)
    },
    removeEventListener(type, listener, options) {
      const entry = find(type, listener, isCapture(options))
      if (entry) drop(entry)
    },
    dispatchEvent: (event) => target.dispatchEvent(event),
  }
  const counted = new Proxy(target, {
    get: (_, name) => Reflect.get(Object.hasOwn(own, name) ? own : target, name),
  })
  return { counted, count: () => entries.length }
}

function isCapture(options: boolean | EventListenerOptions | undefined): boolean {
  return typeof options === 'object' ? (options.capture ?? false) : (options ?? false)
}
