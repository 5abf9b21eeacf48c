export type CountingTarget<target> = {
  /** The same target for somebody whose listeners are counted. */
  readonly counted: target
  /** How many listeners were put on it that way, and not taken off. */
  readonly count: () => number
}

type Listener = EventListenerOrEventListenerObject
type Entry = {
  readonly type: string
  readonly listener: Listener
  readonly isCapturing: boolean
  readonly run: (event: Event) => void
}

/** Counts the listeners of one party: those that leave by themselves (`once`, `signal`) no longer count. */
export function createCountingTarget<target extends EventTarget>(target: target): CountingTarget<target> {
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
