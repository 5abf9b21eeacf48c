/** At the end of the fragment, behind the app's own, where the secure site puts it: no server and no referrer gets it there. */
const pattern = /(#[^?]*(?:\?.*?)?)[?&]result_uri=([^&#]*)$/

/** The result in a page's address, as the secure site has put it there. */
export function findResult(href: string): string | undefined {
  const [, , value] = pattern.exec(href) ?? []
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    return '' // no result that anybody made
  }
}

/** The address without it; all else stays as the app wrote it. */
export function withoutResult(href: string): string {
  return href.replace(pattern, (_, own: string) => (own === '#' ? '' : own))
}
