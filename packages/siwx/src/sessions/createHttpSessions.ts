import { isLatchkeyError, isRecord, type SiwxSession } from '@latchkey/core'
import { ServerError, type SignInRefusedError } from '@latchkey/core/plugin'
import { createHttp, httpTimeouts } from '../http/createHttp.js'
import { createTokenStore } from '../http/createTokenStore.js'
import { parseTime } from '../message/time.js'
import { maxSessions } from './createListSessions.js'
import { parseSession } from './parseSession.js'
import type { KeptSession, Sessions, SessionsContext, SignInTerms } from './sessions.js'
import { watchStorageKey } from './watchStorageKey.js'

export type HttpSessionsOptions = {
  /** Where the handlers of `@latchkey/siwx/server` are, e.g. `https://app.example/siwx`, or `/siwx` on the page's own host. */
  readonly url: string
  /** Whether cookies go with calls: `include` unless told. */
  readonly credentials?: RequestCredentials | undefined
  /**
   * For servers that answer with a token in place of a cookie: where in localStorage it is kept between visits. Only in
   * memory unless told, as scripts of the page can read it there.
   */
  readonly tokenKey?: string | undefined
  /** Told of each new token, and of undefined when it is worth nothing any more: for calls of your own. */
  readonly onToken?: ((token: string | undefined) => void) | undefined
}

/** Sessions on your server, which gives the nonces and checks what is signed. Cookies, or a token where it gives one. */
export function createHttpSessions(options: HttpSessionsOptions): (context: SessionsContext) => Sessions {
  return ({ env, signal, warn, id }) => {
    const { credentials = 'include', tokenKey, onToken } = options
    const page = env.window()?.location?.href
    const url = new URL(options.url, page).href
    const token = createTokenStore({ env, warn, key: tokenKey, onToken })
    const call = createHttp({ url, env, signal, credentials, getToken: token.get })
    /** What other tabs are told by: no account stands in it. */
    const mark = `${id}/siwx-changed`
    const tell = (): void => {
      try {
        env.storage()?.setItem(mark, String(env.now()))
      } catch {
        // without storage other tabs find out with their next check
      }
    }

    const add: Sessions['add'] = async ({ data, message, signature, cacao }) => {
      const body = { data, message, signature, cacao }
      const reply = await call({ method: 'POST', path: '/verify', body, deadline: httpTimeouts.verify }).catch(
        async (cause: unknown) => {
          // a wallet that signed for several networks used one nonce; an answer that was lost has used it as well
          if (!isRefused(cause, 'nonce')) throw cause
          const kept = await list({ chainId: data.chainId, address: data.accountAddress }).catch(() => [])
          if (!kept.some((session) => session.data.nonce === data.nonce)) throw cause
          return {}
        },
      )
      if (!isRecord(reply)) throw new ServerError({ details: '/verify answered without a session.' })
      if (typeof reply['token'] === 'string') token.set(reply['token'])
      tell()
    }
    const list = async (params: { readonly [name: string]: string }): Promise<readonly KeptSession[]> => {
      const reply = await call({ method: 'GET', path: '/session', params })
      const sessions = isRecord(reply) ? reply['sessions'] : undefined
      if (!Array.isArray(sessions)) throw new ServerError({ details: '/session is not in the shape { sessions }.' })
      return sessions.slice(0, maxSessions).flatMap((item) => parseSession(item) ?? [])
    }
    const signOut = async (body: { readonly chainId?: string; readonly address?: string }): Promise<void> => {
      await call({ method: 'POST', path: '/sign-out', body })
      if (body.address === undefined) token.set(undefined)
      tell()
    }

    return {
      get: (chainId, address) => list({ chainId, address }),
      add,
      async set(sessions) {
        if (sessions.length === 0) return signOut({})
        const kept = await list({})
        for (const session of sessions) if (!kept.some((other) => isSame(other, session))) await add(session)
        for (const { data, ...other } of kept)
          if (!sessions.some((session) => isSame(session, { data, ...other })))
            await signOut({ chainId: data.chainId, address: data.accountAddress })
      },
      delete: (chainId, address) => signOut({ chainId, address }),
      async request(plan) {
        const terms = parseTerms(await call({ method: 'POST', path: '/nonce', body: plan }))
        if (!terms) throw new ServerError({ details: '/nonce answered without a good nonce.' })
        return terms
      },
      onChange: (listener) => watchStorageKey(env, mark, listener),
    }
  }
}

function isRefused(cause: unknown, field: string): boolean {
  return isLatchkeyError(cause) && (cause as Partial<SignInRefusedError>).field === field
}

function isSame(a: SiwxSession, b: SiwxSession): boolean {
  return a.message === b.message && a.signature === b.signature
}

const timeFields = ['issuedAt', 'expirationTime', 'notBefore'] as const

/** What a server wants the next message to bear; null where it gave no good nonce, or a time that is none. */
function parseTerms(value: unknown): SignInTerms | null {
  if (!isRecord(value)) return null
  const { nonce, issuedAt, expirationTime, notBefore, requestId } = value
  if (typeof nonce !== 'string' || !/^[a-z0-9]{8,128}$/i.test(nonce) || typeof issuedAt !== 'string') return null
  for (const name of timeFields) {
    const time = value[name]
    if (time !== undefined && (typeof time !== 'string' || parseTime(time) === null)) return null
  }
  if (requestId !== undefined && typeof requestId !== 'string') return null
  return { nonce, issuedAt, expirationTime, notBefore, requestId } as SignInTerms
}
