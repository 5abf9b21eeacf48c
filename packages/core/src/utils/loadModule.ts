/** Returns a function that loads a value once, with the arguments of its first call. After a failed load, the next call retries. */
export function lazily<value, args extends readonly unknown[] = []>(
  load: (...args: args) => Promise<value>,
): (...args: args) => Promise<value> {
  let loaded: Promise<value> | undefined
  return (...args) => {
    loaded ??= load(...args).catch((cause: unknown) => {
      loaded = undefined
      throw cause
    })
    return loaded
  }
}

/**
 * Imports a lazy chunk. Chromium caches a failed module fetch and never retries it (WHATWG HTML issue 6768), so a
 * failed import is repeated once with a URL fragment, which makes it a new module. The URL is taken from the browser's
 * own message; other errors aren't retried. Not done if an import map pins scripts by integrity: what it refused stays
 * refused.
 */
export async function loadModule<module>(load: () => Promise<module>): Promise<module> {
  try {
    return await load()
  } catch (cause) {
    const url = cause instanceof TypeError && /dynamically imported module: (\S+)$/.exec(cause.message)?.[1]
    if (!url || isPinned()) throw cause
    // eslint-disable-next-line no-restricted-globals -- not used as a time, only as a unique name
    return import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}#${performance.now()}`) as Promise<module>
  }
}

/**
 * Whether the page's import map pins scripts by integrity. It does so by URL including the fragment, so a refused
 * module would load unchecked under another URL.
 */
function isPinned(): boolean {
  // eslint-disable-next-line no-restricted-globals -- import maps belong to the page, not to a modal
  const maps = globalThis.document?.querySelectorAll('script[type=importmap]') ?? []
  return [...maps].some(({ textContent }) => textContent?.includes('"integrity"'))
}
