/** The secure site puts the result at the end of the fragment, after the app's own, so that it reaches no server and no referrer. */
const pattern = /(#[^?]*(?:\?.*?)?)[?&]result_uri=([^&#]*)$/

/** The login result in a page's address. */
export function findResult(href: string): string | undefined {
  const [, , value] = pattern.exec(href) ?? []
  if (value === undefined) return undefined
  try {
    return decodeURIComponent(value)
  } catch {
    return '' // malformed, so not a valid result
  }
}

/** The address without the result. The rest stays as the app wrote it. */
export function withoutResult(href: string): string {
  return href.replace(pattern, (_, own: string) => (own === '#' ? '' : own))
}
