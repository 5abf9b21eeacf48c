/**
 * Whether the page's import map says what its scripts have to be: it does so by URL, the fragment included, so that a module which was
 * refused would go unchecked under another name. No document, no import map.
 */
export function isPinned(): boolean {
  // eslint-disable-next-line no-restricted-globals -- import maps are of the page, whatever modal asks
  const maps = globalThis.document?.querySelectorAll('script[type=importmap]') ?? []
  return [...maps].some(({ textContent }) => textContent?.includes('"integrity"'))
}
