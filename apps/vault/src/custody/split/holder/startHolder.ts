import type { IncomingMessage, ServerResponse } from 'node:http'
import { assertWritable, deleteExpired } from '@latchkey/server-kit/database'
import type { StopOptions } from '@latchkey/server-kit/http'
import { logError } from '@latchkey/server-kit/log'
import { type MetricsPlace, serveMetrics } from '@latchkey/server-kit/metrics'
import { createReadiness } from '@latchkey/server-kit/readiness'
import { z } from 'zod'
import { type ListenPlace, listen, readJson } from '../../http/server.js'
import { pollKek } from '../../keys/backends/programKeks.js'
import { openingReplySchema, openingSchema } from '../wire.js'
import { type OpenHolderStoreOptions, openHolderStore } from './holderDatabase.js'
import { createHolderMetrics } from './holderMetrics.js'
import { type HolderLimits, openShare } from './openShare.js'

export type StartHolderOptions = Pick<StopOptions, 'stopPause' | 'stopTimeout'> &
  Omit<OpenHolderStoreOptions, 'now' | 'warn'> & {
    readonly listen: ListenPlace
    readonly limits: HolderLimits
    /** Where `/metrics` is served. Default: nowhere. */
    readonly metrics?: MetricsPlace | undefined
    /** Milliseconds since the epoch. */
    readonly now?: (() => number) | undefined
    readonly warn?: ((cause: unknown) => void) | undefined
  }

export type RunningHolder = {
  readonly address: string
  /** Undefined if metrics are not served. */
  readonly metricsUrl: string | undefined
  readonly stop: () => Promise<void>
}

/** Milliseconds between two cleanups of expired rows. */
const cleaningInterval = 60_000

/**
 * Starts a share holder: another operator's process, which keeps a key that split wallets need besides custody's, and no seed. All state is
 * in its database, so any number may run side by side.
 */
export async function startHolder({
  listen: where,
  limits,
  metrics: metricsPlace,
  now = Date.now,
  warn = logError,
  stopPause,
  stopTimeout,
  ...options
}: StartHolderOptions): Promise<RunningHolder> {
  const store = await openHolderStore({ ...options, now, warn })
  const { database, readKeys } = store
  const readiness = createReadiness({ checks: { database: () => assertWritable(database) }, warn })
  const tls = 'port' in where ? where.tls : undefined
  const metrics = createHolderMetrics({ store, limits, readiness, tls })

  async function answer(request: IncomingMessage): Promise<{ readonly status: number; readonly reply: unknown }> {
    const route = `${request.method} ${request.url}`
    if (route === 'GET /health') return { status: 200, reply: { ok: true } }
    if (route === 'GET /ready') {
      const { isReady, failed } = await readiness.read()
      return { status: isReady ? 200 : 503, reply: { ok: isReady, ...(!isReady && { failed }) } }
    }
    if (route !== 'POST /open') return { status: 404, reply: {} }
    const { success, data } = z.safeDecode(openingSchema, (await readJson(request)) as never)
    if (!success) return { status: 400, reply: {} }
    const opened = await openShare(store, data, limits)
    metrics.countReply(opened)
    const reply = z.encode(openingReplySchema, opened)
    if ('key' in opened) opened.key.fill(0)
    return { status: 200, reply }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, reply } = await answer(request).catch((cause: unknown) => {
      warn(cause)
      return { status: 500, reply: {} }
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }

  let metricsServer: Awaited<ReturnType<typeof serveMetrics>> | undefined
  try {
    if (metricsPlace) metricsServer = await serveMetrics({ ...metricsPlace, read: metrics.toText, warn })
    const { address, stop } = await listen((request, response) => void serve(request, response), {
      ...{ where, peer: 'holderClient', option: 'HOLDER_HOST', warn, stopPause, stopTimeout },
      onStop: readiness.stop,
    })
    const polling = pollKek(options.kek, { read: readKeys, warn })
    const clean = (): void => {
      deleteExpired(database, [{ table: 'spent_statements', condition: 'valid_until <= $1', value: now() }]).catch(warn)
    }
    const timer = setInterval(clean, cleaningInterval)
    timer.unref()
    return {
      address,
      metricsUrl: metricsServer?.url,
      stop: async () => {
        clearInterval(timer)
        await polling.stop()
        await stop()
        await metricsServer?.stop()
        await database.close()
      },
    }
  } catch (cause) {
    await metricsServer?.stop()
    await database.close()
    throw cause
  }
}
