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

/**
 * Imports a part of the program that is loaded when needed. Chromium remembers a module that it could not fetch and
 * refuses it from then on without asking the network (WHATWG HTML issue 6768); with another fragment it is a module
 * that it does not know. So a retry, the first of which is made here, can succeed without a reload of the page. Which
 * module that is, only the browser's own words tell; no other error is taken for them. Not where an import map says what scripts have
 * to be: what it has refused stays refused.
 */
export async function loadModule<module>(load: () => Promise<module>): Promise<module> {
  try {
    return await load()
  } catch (cause) {
    const url = cause instanceof TypeError && /dynamically imported module: (\S+)$/.exec(cause.message)?.[1]
    if (!url || isPinned()) throw cause
    // eslint-disable-next-line no-restricted-globals -- no time that anything depends on, only a name not used before
    return import(/* @vite-ignore */ /* webpackIgnore: true */ `${url}#${performance.now()}`) as Promise<module>
  }
}

/**
 * Whether the page's import map says what its scripts have to be: it does so by URL, the fragment included, so that a module which was
 * refused would go unchecked under another name. No document, no import map.
 */
function isPinned(): boolean {
  // eslint-disable-next-line no-restricted-globals -- import maps are of the page, whatever modal asks
  const maps = globalThis.document?.querySelectorAll('script[type=importmap]') ?? []
  return [...maps].some(({ textContent }) => textContent?.includes('"integrity"'))
}
