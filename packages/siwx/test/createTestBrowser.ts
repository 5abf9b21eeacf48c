import type { SiwxMessageFields } from '@latchkey/core'
import { createMessage } from '../src/message/messageText.js'
import type { TestAccount } from './testAccounts.js'

/** Requests `POST …/nonce`. */
export type Asked = { readonly [field in 'nonce' | 'issuedAt' | 'expirationTime' | 'requestId']: string }

export type SignInBody = { data: SiwxMessageFields; message: string; signature: string }

export type TestBrowser = {
  readonly send: (path: string, body?: unknown, init?: RequestInit) => Promise<Response>
  readonly ask: () => Promise<Asked>
  /** Creates the body that a page sends for the account. */
  readonly prepare: (account: TestAccount, fields?: Partial<SiwxMessageFields>) => Promise<SignInBody>
  readonly signIn: (account: TestAccount, fields?: Partial<SiwxMessageFields>) => Promise<Response>
  readonly list: (query?: string) => Promise<readonly (SignInBody & { by: string })[]>
  /** The stored cookie, with its name. */
  readonly getCookie: () => string
}

export type TestBrowserOptions = {
  /** Handles requests, over the network or not. */
  readonly answer: (request: Request) => Promise<Response>
  /** URL of the handlers. */
  readonly url?: string | undefined
  readonly origin?: string | undefined
}

/** A page in a browser with cookies, connected to handlers. */
export function createTestBrowser(options: TestBrowserOptions): TestBrowser {
  const { answer, url = 'https://api.example.org/siwx', origin = 'https://app.example.org:8443' } = options
  let cookie = ''
  const send: TestBrowser['send'] = async (path, body, init = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('origin')) headers.set('origin', origin)
    if (cookie && !headers.has('cookie')) headers.set('cookie', cookie)
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const method = body === undefined ? 'GET' : 'POST'
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await answer(new Request(`${url}/${path}`, { method, ...text, ...init, headers }))
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) cookie = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '')
    return response
  }
  const ask: TestBrowser['ask'] = async () => (await (await send('nonce', {})).json()) as Asked
  const prepare: TestBrowser['prepare'] = async (account, fields) => {
    const where = { domain: new URL(origin).host, uri: `${origin}/members`, version: '1' }
    const who = { accountAddress: account.address, chainId: account.chainId }
    const { toString: toText, ...data } = createMessage({ ...where, ...who, ...(await ask()), ...fields })
    const message = toText()
    return { data, message, signature: await account.sign(message) }
  }
  return {
    send,
    ask,
    prepare,
    signIn: async (account, fields) => send('verify', await prepare(account, fields)),
    list: async (query = '') => {
      const { sessions } = (await (await send(`session${query}`)).json()) as { sessions: never[] }
      return sessions
    },
    getCookie: () => cookie,
  }
}
