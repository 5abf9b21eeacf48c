import type { IncomingMessage, ServerResponse } from 'node:http'
import { ceremonyTime } from './passkeys.js'

export type Cookies = {
  /** Token of the session. */
  readonly session: string | undefined
  /** Token of a ceremony in progress. */
  readonly ceremony: string | undefined
  readonly setSession: (token: string | undefined) => void
  readonly setCeremony: (token: string | undefined) => void
}

/** Reads and writes the cookies of a browser, which no script can read. */
export function createCookies(publicUrl: URL, { headers }: IncomingMessage, response: ServerResponse): Cookies {
  // browsers take `__Host-` and Secure over https only, and, of http, on localhost
  const isSecure = publicUrl.protocol === 'https:'
  const toName = (name: string): string => `${isSecure ? '__Host-' : ''}latchkey-console-${name}`
  const read = (name: string): string | undefined => {
    const start = `${toName(name)}=`
    const found = headers.cookie?.split('; ').find((one) => one.startsWith(start))
    return found?.slice(start.length) || undefined
  }
  const write = (name: string, token: string | undefined, attributes: string): void => {
    const end = `Path=/; HttpOnly; ${attributes}${isSecure ? '; Secure' : ''}${token === undefined ? '; Max-Age=0' : ''}`
    response.appendHeader('set-cookie', `${toName(name)}=${token ?? ''}; ${end}`)
  }
  return {
    session: read('session'),
    ceremony: read('ceremony'),
    // until the browser is closed, or the server ends it
    setSession: (token) => write('session', token, 'SameSite=Strict'),
    // the identity provider sends the browser back from its own site
    setCeremony: (token) =>
      write('ceremony', token, `SameSite=Lax${token === undefined ? '' : `; Max-Age=${ceremonyTime / 1_000}`}`),
  }
}
