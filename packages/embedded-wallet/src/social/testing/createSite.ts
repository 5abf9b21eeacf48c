import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { siteHtml } from './siteHtml.js'

/** A secure site that sends users to a provider, with switches for its failures. */
export type Site = {
  /** Requests to the frame, in order. */
  readonly asked: { readonly name: string; readonly payload: unknown }[]
  readonly faults: {
    /** Whether the provider's pages isolate themselves (COOP). */
    isProviderIsolated: boolean
    /** Replies by message, instead of the regular ones. */
    answers: { [name: string]: unknown }
    /** URI that the callback page posts instead of the result's. */
    resultUri: string | undefined
    /** Whether messages get lost. */
    isMessageLost: boolean
    /** Delay in milliseconds before the provider's address is returned. */
    delay: number
  }
  count(name: string): number
  /** Number of result requests that are held until the user comes back. */
  countHeld(): number
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

type Login = {
  readonly state: string
  readonly code: string
  readonly popup: string | undefined
  isCut: boolean
  outcome: 'allow' | 'deny' | undefined
  isConfirmed: boolean
  isSpent: boolean
  page: string | undefined
}

const user = { address: '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb', chainId: 1, email: null, userName: 'ann' }

export function createSite(
  getOrigins: () => { readonly app: string; readonly site: string; readonly provider: string },
): Site {
  const logins = new Map<string, Login>()
  const asked: { name: string; payload: unknown }[] = []
  const faults: Site['faults'] = {
    isProviderIsolated: false,
    answers: {},
    resultUri: undefined,
    isMessageLost: false,
    delay: 0,
  }
  let held = 0
  const toFault = (message: string, code?: number) => ({ fault: { message, ...(code && { code }) } })
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

  const finish = async (uri: string, isOpen: () => boolean): Promise<unknown> => {
    const { searchParams } = new URL(uri)
    const login = logins.get(searchParams.get('state') ?? '')
    const isProven = searchParams.get('code') === login?.code
    if (!login || login.isSpent) return toFault('This login is over', -32_001)
    const isThere = () => login.outcome !== undefined && (isProven || login.isConfirmed)
    // held while the popup is known to be unreachable
    held += 1
    while (login.isCut && !isThere() && isOpen()) await pause(20)
    held -= 1
    if (!isThere()) return toFault('Nobody has come back yet', -32_002)
    login.isSpent = true
    return login.outcome === 'deny' ? toFault('Access was denied by ann', 4_001) : { payload: user }
  }
  const start = async ({
    provider,
    popup,
  }: {
    readonly provider: string
    readonly popup?: string
  }): Promise<unknown> => {
    await pause(faults.delay)
    const [state, code] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    logins.set(state, {
      state,
      code,
      popup,
      isCut: false,
      outcome: undefined,
      isConfirmed: false,
      isSpent: false,
      page: undefined,
    })
    return { payload: { uri: `${getOrigins().site}/social/start?state=${state}&provider=${provider}` } }
  }
  const answerFrame = async (body: string, isOpen: () => boolean): Promise<unknown> => {
    const { name, payload } = JSON.parse(body) as { readonly name: string; readonly payload: never }
    asked.push({ name, payload })
    if (Object.hasOwn(faults.answers, name)) return faults.answers[name]
    if (name === 'GET_SOCIAL_REDIRECT_URI') return start(payload)
    if (name === 'CONNECT_SOCIAL') return finish((payload as { readonly uri: string }).uri, isOpen)
    if (name === 'GET_SMART_ACCOUNT_ENABLED_NETWORKS') return { payload: { smartAccountEnabledNetworks: [1] } }
    if (name === 'GET_FARCASTER_URI') return { payload: { url: 'https://farcaster.example/connect' } }
    if (name === 'CONNECT_FARCASTER') return { payload: { userName: 'ann.eth' } }
    if (name === 'IS_CONNECTED') return { payload: { isConnected: false } }
    return {}
  }
  const answerCallback = (url: URL, response: ServerResponse): void => {
    const { app, site } = getOrigins()
    const login = logins.get(url.searchParams.get('state') ?? '')
    if (!login) return void response.writeHead(404).end()
    login.outcome = url.searchParams.get('answer') === 'deny' ? 'deny' : 'allow'
    const resultUri = faults.resultUri ?? `${site}/social/result?state=${login.state}&code=${login.code}`
    if (login.page) {
      const own = login.page.includes('#') ? login.page : `${login.page}#`
      const location = `${own}${own.split('#')[1]?.includes('?') ? '&' : '?'}result_uri=${encodeURIComponent(resultUri)}`
      return void response.writeHead(302, { location }).end()
    }
    const outcome = {
      resultUri: faults.isMessageLost ? undefined : resultUri,
      target: app,
      confirm: `/confirm?state=${login.state}`,
    }
    writeHtml(response, siteHtml.callback.replace('OUTCOME', JSON.stringify(outcome)))
  }

  return {
    asked,
    faults,
    count: (name) => asked.filter((message) => message.name === name).length,
    countHeld: () => held,
    async answer(request, response) {
      const url = new URL(request.url ?? '/', 'http://host')
      const { provider, site } = getOrigins()
      const login = logins.get(url.searchParams.get('state') ?? '')
      let isOpen = true
      response.on('close', () => {
        isOpen = false
      })
      switch (url.pathname) {
        case '/frame':
          return writeHtml(response, siteHtml.frame)
        case '/loading':
          return writeHtml(response, siteHtml.loading)
        case '/answer': {
          const reply = await answerFrame(await readBody(request), () => isOpen)
          return void response.end(JSON.stringify(reply))
        }
        case '/cut': {
          const found = [...logins.values()].find(({ popup }) => popup === url.searchParams.get('popup'))
          if (found) found.isCut = true
          return void response.end(JSON.stringify(found ? { uri: `${site}/social/start?state=${found.state}` } : {}))
        }
        case '/social/start': {
          if (login) login.page = url.searchParams.get('return') ?? undefined
          const location = `${provider}/provider?state=${login?.state}&site=${encodeURIComponent(site)}`
          return void response.writeHead(302, { location }).end()
        }
        case '/provider':
          return writeHtml(
            response,
            siteHtml.provider,
            faults.isProviderIsolated ? { 'cross-origin-opener-policy': 'same-origin' } : {},
          )
        case '/social/callback':
          return answerCallback(url, response)
        case '/confirm':
          if (login) login.isConfirmed = true
          return void response.end()
        case '/favicon.ico':
          return void response.writeHead(204).end()
        default:
          return void response.writeHead(404).end()
      }
    },
  }
}

function writeHtml(response: ServerResponse, html: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
