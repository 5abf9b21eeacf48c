import { isLatchkeyError, isRecord, type SiwxMessageFields, type SiwxSession } from '@latchkey/core'
import { ServerError, SignInRefusedError } from '@latchkey/core/plugin'
import { createHttp, httpTimeouts } from '../http/createHttp.js'
import { createTokenStore } from '../http/createTokenStore.js'
import { parseTime } from '../message/time.js'
import { maxSessions } from './createListSessions.js'
import { parseSession } from './parseSession.js'
import type { KeptSession, Sessions, SessionsContext, SignInTerms } from './sessions.js'
import { watchStorageKey } from './watchStorageKey.js'

export type HttpSessionsOptions = {
  /** URL of the handlers of `@latchkey/siwx/server`, e.g. `https://app.example/siwx`, or `/siwx` on the page's own host. */
  readonly url: string
  /** Whether requests include cookies. Default: `include`. */
  readonly credentials?: RequestCredentials | undefined
  /**
   * For servers that return a token instead of a cookie: the localStorage key to keep it under between visits. Default: in memory
   * only, because scripts of the page can read localStorage.
   */
  readonly tokenKey?: string | undefined
  /**
   * Called with each new token, also a stored one of an earlier visit or of another tab, and with undefined when the user has
   * signed out. Use it for requests of your own.
   */
  readonly onToken?: ((token: string | undefined) => void) | undefined
}

/** Stores sessions on your server, which issues nonces and verifies signatures. Uses cookies, or a token if the server returns one. */
export function createHttpSessions(options: HttpSessionsOptions): (context: SessionsContext) => Sessions {
  return ({ env, signal, warn, id }) => {
    const { credentials = 'include', tokenKey, onToken } = options
    const page = env.window()?.location?.href
    const url = new URL(options.url, page).href
    const token = createTokenStore({ env, warn, key: tokenKey, onToken })
    const call = createHttp({ url, env, signal, credentials, getToken: token.get })
    /** The storage key that notifies other tabs. It contains no account. */
    const changeKey = `${id}/siwx-changed`
    const notifyTabs = (): void => {
      try {
        env.storage()?.setItem(changeKey, String(env.now()))
      } catch {
        // without storage, other tabs notice with their next check
      }
    }

    /** Nonces that the server has accepted from this page. */
    const accepted = new Set<string>()
    const isKept = async ({ chainId, accountAddress: address, nonce }: SiwxMessageFields): Promise<boolean> => {
      const kept = await list({ chainId, address })
      return kept.some(({ data }) => data.nonce === nonce)
    }

    const add: Sessions['add'] = async (session, others) => {
      const { data } = session
      // a wallet that signs for several networks uses one nonce, so the first request has submitted this one, too
      if (accepted.has(data.nonce)) {
        if (await isKept(data)) return
        throw new SignInRefusedError({ field: 'nonce', details: 'It was already used.' })
      }
      const body = toBody(session, others)
      const reply = await call({ method: 'POST', path: '/verify', body, timeout: httpTimeouts.verify }).catch(
        async (cause: unknown) => {
          // the nonce may be used already, by a request whose response was lost
          if (!isRefused(cause, 'nonce') || !(await isKept(data))) throw cause
          return {}
        },
      )
      if (!isRecord(reply)) throw new ServerError({ details: '/verify returned no session.' })
      if (typeof reply['token'] === 'string') token.set(reply['token'])
      accepted.add(data.nonce)
      notifyTabs()
    }
    const list = async (params: { readonly [name: string]: string }): Promise<readonly KeptSession[]> => {
      const reply = await call({ method: 'GET', path: '/session', params })
      const sessions = isRecord(reply) ? reply['sessions'] : undefined
      if (!Array.isArray(sessions)) throw new ServerError({ details: '/session returned no { sessions }.' })
      return sessions.slice(-maxSessions).flatMap((item) => parseSession(item) ?? [])
    }
    /** Drops the token once it has no sessions left. If the server doesn't respond, it is kept. */
    const dropUnusedToken = async (): Promise<void> => {
      const current = token.get()
      if (current === undefined) return
      const left = await list({}).catch(() => undefined)
      // a sign-in in the meantime has replaced it
      if (left?.length === 0 && token.get() === current) token.set(undefined)
    }
    const signOut = async (body: { readonly chainId?: string; readonly address?: string }): Promise<void> => {
      await call({ method: 'POST', path: '/sign-out', body })
      if (body.address === undefined) token.set(undefined)
      notifyTabs()
      await dropUnusedToken()
    }

    return {
      // the server lists the oldest first
      get: async (chainId, address) => (await list({ chainId, address })).toReversed(),
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
      // an address belongs to one namespace
      deleteAccount: (_namespace, address) => signOut({ address }),
      async request(plan) {
        const terms = parseTerms(await call({ method: 'POST', path: '/nonce', body: plan }))
        if (!terms) throw new ServerError({ details: '/nonce returned no valid nonce.' })
        return terms
      },
      onChange: (listener) => watchStorageKey(env, changeKey, listener),
    }
  }
}

/** Characters of a request, below the limit of the server. */
const maxBodyLength = 60_000

type VerifyBody = SiwxSession & { readonly others?: readonly SiwxSession[] | undefined }

/** The body of `POST /verify`, with as many of the others as it may have. */
function toBody(session: SiwxSession, others: readonly SiwxSession[] = []): VerifyBody {
  const pick = ({ data, message, signature, cacao }: SiwxSession): SiwxSession => ({ data, message, signature, cacao })
  let body: VerifyBody = pick(session)
  for (const other of others.map(pick)) {
    const more = { ...body, others: [...(body.others ?? []), other] }
    if (JSON.stringify(more).length <= maxBodyLength) body = more
  }
  return body
}

function isRefused(cause: unknown, field: string): boolean {
  return isLatchkeyError(cause) && (cause as Partial<SignInRefusedError>).field === field
}

function isSame(a: SiwxSession, b: SiwxSession): boolean {
  return a.message === b.message && a.signature === b.signature
}

const timeFields = ['issuedAt', 'expirationTime', 'notBefore'] as const

/** Parses the server's terms. Null for an invalid nonce or time. */
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
