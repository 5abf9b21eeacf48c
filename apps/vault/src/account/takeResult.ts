export type LoginResult = { readonly state: string; readonly code: string }

/** What a provider's answer was led back to this page with, taken out of its address: nobody finds it there afterwards. */
export function takeResult(window: Window): LoginResult | undefined {
  const { origin, pathname, search, hash } = window.location
  const value = new URLSearchParams(hash.replace(/^#\??/, '')).get('result_uri')
  if (value === null) return undefined
  window.history.replaceState(null, '', `${pathname}${search}`)
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.origin !== origin || url.pathname !== '/social/result') return undefined
  const [state, code] = [url.searchParams.get('state'), url.searchParams.get('code')]
  return state === null || code === null ? undefined : { state, code }
}
