/** Loads at the first call, once. A load that failed, as on a lost network, is tried again by the next call. */
export function lazily<value>(load: () => Promise<value>): () => Promise<value> {
  let loaded: Promise<value> | undefined
  return () => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = undefined
      throw cause
    })
    return loaded
  }
}
