import { randomBytes } from 'node:crypto'
import { post } from './post.js'

export type PopupAnswer = {
  /** The user's name at the provider. Default: `ada`. */
  readonly name?: string | undefined
  readonly allows?: boolean | undefined
}

export type Popup = {
  /** Value of the popup's login cookie. */
  readonly browser: string
  /** Follows the login from the site's URL to the provider and back. Returns the query or the form of the callback. */
  readonly signIn: (uri: string, answer?: PopupAnswer) => Promise<string>
}

/** A popup that follows redirects, and fills in the provider's form. It sends requests to custody like the site. */
export function createPopup(
  address: string,
  {
    from = 'https://app.example',
    browser = randomBytes(32).toString('base64url'),
  }: { readonly from?: string | undefined; readonly browser?: string } = {},
): Popup {
  const cookies = new Map<string, string>()
  const go = async (url: string, form?: URLSearchParams): Promise<Response> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, {
      ...(form && { method: 'POST', body: form }),
      headers: { cookie },
      redirect: 'manual',
    })
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      cookies.set(name, value)
    }
    return response
  }
  return {
    browser,
    signIn: async (uri, { name = 'ada', allows = true } = {}) => {
      const state = new URL(uri).searchParams.get('state') ?? ''
      const sent = (await post(address, '/social', { step: 'start', state, browser, from })) as { uri?: string }
      let url = sent.uri ?? 'http://nowhere.invalid'
      for (let hop = 0; hop < 12; hop++) {
        const response = await go(url)
        const html = response.status === 200 ? await response.text() : ''
        const posted = readCallbackForm(html)
        if (posted) return posted.toString()
        const form = new URLSearchParams({ name, answer: allows ? 'allow' : 'deny' })
        const next =
          response.status === 200
            ? await go(new URL(/action="([^"]+)"/.exec(html)?.[1] ?? '', url).href, form)
            : response
        url = new URL(next.headers.get('location') ?? '', url).href
        const { pathname, searchParams } = new URL(url)
        if (pathname === '/social/callback') return searchParams.toString()
      }
      throw new Error(`The provider leads nowhere: ${url}`)
    },
  }
}

/** Returns the fields of a page that posts itself to the callback; undefined for other pages. */
function readCallbackForm(html: string): URLSearchParams | undefined {
  if (!/action="[^"]*\/social\/callback"/.test(html)) return undefined
  return new URLSearchParams(
    [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"'),
    ]),
  )
}
