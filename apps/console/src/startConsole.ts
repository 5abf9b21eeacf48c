import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { assertWritable, deleteExpired } from '@latchkey/server-kit/database'
import { type Listening, listen, requestTimeouts, type StopOptions } from '@latchkey/server-kit/http'
import { logError } from '@latchkey/server-kit/log'
import { createReadiness } from '@latchkey/server-kit/readiness'
import type { Role } from './access.js'
import type { ConsoleContext } from './server/context.js'
import { openDatabase, prepareSchema, readSecret } from './server/database.js'
import { toInviteLink } from './server/handlers.js'
import { commandName, createInvite } from './server/operators.js'
import { createRateLimit } from './server/rateLimit.js'
import { serveConsole } from './server/serve.js'
import { createService, type RelayOptions, type ServiceOptions } from './server/services.js'
import { createSingleSignOn, type SingleSignOnOptions } from './server/singleSignOn.js'
import { readStaticFiles } from './server/staticFiles.js'

/** The console's own store. */
export type StoreOptions = {
  /** `postgres://user:password@host:port/name` */
  readonly databaseUrl: string
  readonly databasePool?: number | undefined
  /** Whether it migrates the schema, or only rejects one that is too old. Default: true. */
  readonly migrates?: boolean | undefined
  /** File with 64 hex digits; created for a database that was never used. */
  readonly secretFile: string
  /** The address in the browser. Passkeys belong to its host name. */
  readonly publicUrl: string
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Called with failures on this side, never with secrets. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

export type StartConsoleOptions = StoreOptions &
  Pick<StopOptions, 'stopPause' | 'stopTimeout'> & {
    /** 0 for a free one. Default: 4187. */
    readonly port?: number | undefined
    /** Default: this machine only. */
    readonly host?: string | undefined
    /** Custody's listener for operators. */
    readonly vault?: ServiceOptions | undefined
    /** The gateway's listener for operators. */
    readonly gateway?: ServiceOptions | undefined
    readonly relay?: RelayOptions | undefined
    readonly singleSignOn?: SingleSignOnOptions | undefined
    /** Milliseconds without a request after which a session ends. Default: 30 minutes. */
    readonly sessionIdle?: number | undefined
    /** Milliseconds after which it ends in any case. Default: 12 hours. */
    readonly sessionTime?: number | undefined
    /** Identifies clients by the last entry of `X-Forwarded-For`. */
    readonly trustsProxy?: boolean | undefined
    /** The built pages. Default: those of this build. */
    readonly webFolder?: string | undefined
  }

/** Milliseconds between two cleanups of expired rows. */
const cleaningInterval = 60_000

/** Requests per minute and client address before signing in. A sign-in takes three. */
const signInRequests = 60

/** Starts the operator console. All state is in its database, so any number may run side by side. */
export async function startConsole(options: StartConsoleOptions): Promise<Listening> {
  const { port = 4187, host = '127.0.0.1', stopPause, stopTimeout, trustsProxy = false } = options
  const { vault, gateway, relay, singleSignOn, sessionIdle = 1_800_000, sessionTime = 43_200_000 } = options
  const files = await readStaticFiles(options.webFolder ?? fileURLToPath(new URL('web', import.meta.url)))
  const store = await openStore(options)
  const { database, publicUrl, now, warn } = store
  const context: ConsoleContext = {
    ...store,
    services: {
      vault: vault && createService('vault', vault),
      gateway: gateway && createService('gateway', gateway),
      relay,
    },
    singleSignOn: singleSignOn && createSingleSignOn(singleSignOn, { publicUrl }),
  }
  const clean = (): void =>
    void deleteExpired(database, [
      { table: 'ceremonies', condition: 'expires_at < $1', value: now() },
      { table: 'invites', condition: 'expires_at < $1', value: now() },
      { table: 'sessions', condition: 'created_at < $1', value: now() - sessionTime },
      { table: 'sessions', condition: 'seen_at < $1', value: now() - sessionIdle },
    ]).catch(warn)
  const readiness = createReadiness({ checks: { database: () => assertWritable(database) }, warn })
  const serve = serveConsole(context, {
    files,
    readiness,
    trustsProxy,
    times: { idle: sessionIdle, total: sessionTime },
    rateLimit: createRateLimit({ perMinute: signInRequests, now }),
  })
  const server = createServer(requestTimeouts, serve)
  const listening = await listen(server, { port, host, stopPause, stopTimeout, onStop: readiness.stop }).catch(
    async (cause: unknown) => {
      await database.close()
      throw cause
    },
  )
  clean()
  const timer = setInterval(clean, cleaningInterval)
  return {
    ...listening,
    stop: async () => {
      clearInterval(timer)
      await listening.stop()
      await database.close()
    },
  }
}

type Store = Omit<ConsoleContext, 'services' | 'singleSignOn'>

async function openStore(options: StoreOptions): Promise<Store> {
  const { databaseUrl, databasePool, migrates = true, secretFile, now = Date.now, warn = logError } = options
  const publicUrl = new URL(options.publicUrl)
  const database = openDatabase({ url: databaseUrl, maxConnections: databasePool, warn })
  try {
    await prepareSchema(database, { migrates })
    const secret = await readSecret(database, { file: secretFile, makeRandom: randomBytes })
    return { database, secret, publicUrl, now, warn }
  } catch (cause) {
    await database.close()
    throw cause
  }
}

export type InviteOptions = StoreOptions & { readonly name: string; readonly role: Role }

/** Creates a one-time link with which an operator registers a passkey, also after losing all of theirs. */
export async function inviteOperator({
  name,
  role,
  ...options
}: InviteOptions): Promise<{ readonly link: string; readonly expiresAt: number }> {
  const store = await openStore(options)
  try {
    const { token, expiresAt } = await createInvite(store, { name, role, by: commandName })
    return { link: toInviteLink(store.publicUrl, token), expiresAt }
  } finally {
    await store.database.close()
  }
}
