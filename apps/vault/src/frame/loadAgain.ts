/** In the page's address: how often it was loaded for this. */
const name = 'again'

/** Tries, and milliseconds before each, by chance: whoever shares out connections has moved on by then. */
const limits = { tries: 8, pause: 400 } as const

/**
 * While sites of two versions serve side by side, a page of one may ask the other for its script or style, which that does not have. It loads
 * itself again then, for some seconds at most; false where that did not help.
 */
export function loadAgain({ location, setTimeout }: Pick<Window, 'location' | 'setTimeout'>): boolean {
  const url = new URL(location.href)
  const tries = Number(url.searchParams.get(name) ?? 0)
  if (!(tries < limits.tries)) return false
  url.searchParams.set(name, String(tries + 1))
  setTimeout(() => location.replace(url), limits.pause * (0.5 + Math.random()))
  return true
}
