import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Authenticator,
  createAuthenticator,
  findFreePort,
  type ProvidedPostgres,
  providePostgres,
} from '@latchkey/devnet'
import type { Role } from '../access.js'
import type { ConsoleCalls, ConsoleRoute } from '../api.js'
import { openDatabase } from '../server/database.js'
import { inviteOperator, type StartConsoleOptions, startConsole } from '../startConsole.js'

export type Reply<result = Readonly<Record<string, unknown>>> = {
  readonly status: number
  readonly body: result & { readonly error?: { readonly code: string; readonly message: string } }
  readonly headers: Headers
}

/** A browser that keeps cookies, and sends the headers that browsers add. */
export type Browser = {
  readonly ask: <route extends ConsoleRoute>(
    route: route,
    params?: ConsoleCalls[route]['params'],
  ) => Promise<Reply<ConsoleCalls[route]['result']>>
  /** Sends any request, with these headers. */
  readonly send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
  readonly cookies: Map<string, string>
}

export type TestConsole = {
  readonly postgres: ProvidedPostgres
  readonly databases: { readonly console: ReturnType<typeof openDatabase> }
  readonly url: string
  readonly options: StartConsoleOptions
  readonly warnings: readonly unknown[]
  readonly move: (milliseconds: number) => void
  readonly createBrowser: () => Browser
  /** Accepts the invitation in a link, with a new passkey. */
  readonly accept: (link: string, browser?: Browser) => Promise<{ browser: Browser; authenticator: Authenticator }>
  /** Invites an operator, and accepts the invitation in a new browser. */
  readonly signUp: (name: string, role: Role) => Promise<{ browser: Browser; authenticator: Authenticator }>
  readonly signIn: (authenticator: Authenticator, browser?: Browser) => Promise<Reply>
  /** Invites an operator. Returns the link of the invitation. */
  readonly invite: (name: string, role: Role) => Promise<string>
  readonly stop: () => Promise<void>
}

type Options = Partial<StartConsoleOptions> & {
  /** Databases in addition to the console's. */
  readonly databases?: readonly string[] | undefined
  /** Called with the URLs of the databases, before the console starts. Returns more options. */
  readonly prepare?: ((urls: Readonly<Record<string, string>>) => Promise<Partial<StartConsoleOptions>>) | undefined
}

/** The console with a real database, and a clock that is moved by hand. */
export async function startTestConsole({ databases = [], prepare, ...overrides }: Options = {}): Promise<TestConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-console-'))
  const postgres = await providePostgres({ databases: ['console', ...databases] })
  const port = await findFreePort()
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
  let time = Date.now()
  const warnings: unknown[] = []
  const databaseUrl = postgres.urls['console'] ?? ''
  const options: StartConsoleOptions = {
    port,
    publicUrl: `http://localhost:${port}/`,
    databaseUrl,
    secretFile: join(folder, 'secret'),
    webFolder: folder,
    now: () => time,
    warn: (cause) => warnings.push(cause),
    ...(await prepare?.(postgres.urls)),
    ...overrides,
  }
  const running = await startConsole(options)
  const origin = new URL(options.publicUrl).origin
  const database = openDatabase({ url: databaseUrl, warn: () => undefined })
  const createBrowser = (): Browser => openBrowser(running.url, origin)
  const accept: TestConsole['accept'] = async (link, browser = createBrowser()) => {
    const token = new URL(link).hash.slice(1)
    const authenticator = createAuthenticator(origin)
    const { body } = await browser.ask('POST /api/invite/options', { token })
    if (body.error) throw new Error(body.error.message)
    const response = authenticator.create(body.options)
    const done = await browser.ask('POST /api/invite', { token, passkey: 'Laptop', response })
    if (done.body.error) throw new Error(done.body.error.message)
    return { browser, authenticator }
  }
  const invite: TestConsole['invite'] = async (name, role) => (await inviteOperator({ ...options, name, role })).link
  return {
    postgres,
    databases: { console: database },
    url: running.url,
    options,
    warnings,
    move: (milliseconds) => {
      time += milliseconds
    },
    createBrowser,
    accept,
    invite,
    signUp: async (name, role) => accept(await invite(name, role)),
    signIn: async (authenticator, browser = createBrowser()) => {
      const { body } = await browser.ask('POST /api/sign-in/options', {})
      return browser.send('POST', '/api/sign-in', { response: authenticator.get(body) })
    },
    stop: async () => {
      await running.stop()
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function openBrowser(url: string, origin: string): Browser {
  const cookies = new Map<string, string>()
  const send: Browser['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        ...(method !== 'GET' && { origin, 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : { text }, headers: response.headers }
  }
  return {
    cookies,
    send,
    ask: async (route, params = {} as never) => {
      const [method = '', path = ''] = route.split(' ')
      const query = method === 'GET' ? `?${new URLSearchParams(params as Record<string, string>)}` : ''
      return send(method, `${path}${query}`, method === 'GET' ? undefined : params) as never
    },
  }
}
