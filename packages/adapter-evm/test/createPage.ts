/** A window as far as this package looks into it. */
export type Page = EventTarget & {
  readonly document: { visibilityState: 'visible' | 'hidden' }
  readonly navigator: { readonly userAgent: string }
  ethereum?: unknown
  /** How many listeners are on it now. */
  readonly listenerCount: () => number
}

export function createPage(): Page {
  const target = new EventTarget()
  const live = new Map<string, Set<unknown>>()
  const at = (type: string): Set<unknown> => live.get(type) ?? live.set(type, new Set()).get(type) ?? new Set()
  const { addEventListener, removeEventListener } = target
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    at(args[0]).add(args[1])
    addEventListener.apply(target, args)
  }
  target.removeEventListener = (...args: Parameters<EventTarget['removeEventListener']>) => {
    at(args[0]).delete(args[1])
    removeEventListener.apply(target, args)
  }
  return Object.assign(target, {
    document: { visibilityState: 'visible' as const },
    navigator: { userAgent: 'test' },
    listenerCount: () => [...live.values()].reduce((sum, set) => sum + set.size, 0),
  })
}
