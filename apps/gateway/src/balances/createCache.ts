export type Cache<value> = {
  /** What was read a short time ago, or is being read; else what `read` gives. Faults are not kept. */
  readonly get: (
    key: string,
    request: { readonly isForced: boolean; readonly read: () => Promise<value> },
  ) => Promise<value>
}

/** Answers that are kept; the oldest go first. */
const most = 1_000

/** Answers for a short time, `freshness` in milliseconds; each is read once for all who ask meanwhile. */
export function createCache<value>({
  now,
  freshness,
}: {
  readonly now: () => number
  readonly freshness: number
}): Cache<value> {
  const kept = new Map<string, { readonly answer: Promise<value>; readonly until: number }>()
  return {
    get(key, { isForced, read }) {
      const found = kept.get(key)
      if (found && !isForced && found.until > now()) return found.answer
      const entry = { answer: read(), until: now() + freshness }
      kept.delete(key)
      kept.set(key, entry)
      entry.answer.catch(() => {
        if (kept.get(key) === entry) kept.delete(key)
      })
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break
        kept.delete(oldest)
      }
      return entry.answer
    },
  }
}
