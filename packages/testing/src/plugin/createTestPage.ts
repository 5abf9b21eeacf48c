/** A window as far as adapters look into it; give it what wallets put there. */
export type TestPage = EventTarget & {
  readonly document: { visibilityState: 'visible' | 'hidden' }
  readonly navigator: { readonly userAgent: string }
  ethereum?: unknown
  [wallet: string]: unknown
  /** How many listeners are on it now. */
  readonly listenerCount: () => number
}

/** A page of its own for a test that runs without a browser. */
export function createTestPage(): TestPage {
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
  const own = {
    document: { visibilityState: 'visible' as const },
    navigator: { userAgent: 'test' },
    listenerCount: () => [...live.values()].reduce((sum, set) => sum + set.size, 0),
  }
  return Object.assign(target, own) as EventTarget & typeof own & Record<string, unknown>
}
