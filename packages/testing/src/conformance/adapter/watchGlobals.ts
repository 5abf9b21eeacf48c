/** Globals that bypass env. */
const names = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'addEventListener',
  'dispatchEvent',
] as const

/** Runs a synchronous function and reports which of these globals it called. */
export function watchGlobals<value>(run: () => value): { readonly value: value; readonly called: readonly string[] } {
  const called = new Set<string>()
  const restores = names.flatMap((name) => {
    const original: unknown = Reflect.get(globalThis, name)
    if (typeof original !== 'function') return []
    const own = Object.getOwnPropertyDescriptor(globalThis, name)
    const spy: ProxyHandler<typeof original> = {
      apply(target, self, args) {
        called.add(name)
        return Reflect.apply(target, self, args)
      },
      construct(target, args) {
        called.add(name)
        return Reflect.construct(target, args)
      },
    }
    const value = new Proxy(original, spy)
    if (!Reflect.defineProperty(globalThis, name, { configurable: true, writable: true, value })) return []
    const restore = (): unknown =>
      own ? Object.defineProperty(globalThis, name, own) : Reflect.deleteProperty(globalThis, name)
    return [restore]
  })
  try {
    return { value: run(), called: [...called] }
  } finally {
    for (const restore of restores) restore()
  }
}
