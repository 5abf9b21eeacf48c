import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ReadinessProbe } from '@latchkey/server-kit/readiness'
import { setRoute } from '@latchkey/server-kit/trace'
import { z } from 'zod'
import { answerNotice } from '../account/noticeActions.js'
import type { Drills } from '../backup/drills.js'
import type { Custody } from '../custody.js'
import { CallError, toErrorReply } from '../errors/callError.js'
import { readJson } from '../http/server.js'
import { answerLink } from '../logins/emailLogin.js'
import { answerSocial } from '../social/socialPages.js'
import { answerApi } from '../userApi/answerApi.js'
import { answerCall } from './answerCall.js'

const callSchema = z.strictObject({
  statement: z.string(),
  signature: z.string().max(128),
  credential: z.string().max(128).optional(),
  ip: z.string().max(64),
  userAgent: z.string().max(4_096),
  language: z.string().max(512).optional(),
})

const token = z.string().regex(/^[\w-]{43}$/)

const from = z.string().max(2_048).optional()

const confirmation = { state: token, code: token, browser: token.optional() }

const socialSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('loading'), popup: z.string().regex(/^[0-9a-f]{32}$/), from }),
  z.strictObject({
    step: z.literal('start'),
    state: token,
    browser: token,
    from,
    returnTo: z.string().max(4_096).optional(),
  }),
  z.strictObject({ step: z.literal('callback'), answer: z.string().max(16_384), browser: token.optional() }),
  z.strictObject({ step: z.literal('ask'), ...confirmation }),
  z.strictObject({ step: z.literal('confirm'), ...confirmation }),
])

const noticeSchema = z.strictObject({ token: z.string().max(128), act: z.boolean(), ip: z.string().max(64) })

const linkSchema = z.strictObject({ token: z.string().max(128), approve: z.boolean(), ip: z.string().max(64) })

const apiSchema = z.strictObject({
  method: z.enum(['GET', 'POST']),
  path: z.string().max(512),
  query: z.string().max(4_096),
  body: z.string().max(65_536),
  authorization: z.string().max(256).optional(),
  ip: z.string().max(64),
})

const projectsSchema = z.strictObject({ digest: z.string().max(64).optional(), after: z.string().max(64).optional() })

const routes: readonly string[] = [
  'GET /health',
  'GET /ready',
  'POST /call',
  'POST /link',
  'POST /notice',
  'POST /social',
  'POST /api',
  'POST /projects',
]

type ServeCustodyOptions = {
  readonly readiness: ReadinessProbe
  /** As of the last check of the database. */
  readonly getDrills: () => Drills
  /** Aborted when custody stops: long polls answer that they are pending. */
  readonly stopping: AbortSignal
}

/** Serves the site, which is trusted to report each call's cookie and client address. */
export function serveCustody(
  custody: Custody,
  { readiness, getDrills, stopping }: ServeCustodyOptions,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    const signal = AbortSignal.any([disconnected.signal, stopping])
    const route = `${request.method} ${request.url}`
    let status = 200
    if (routes.includes(route)) setRoute(request.url ?? 'none')
    const answer = async (): Promise<unknown> => {
      if (route === 'GET /health') return { ok: true }
      if (route === 'GET /ready') {
        const { isReady, failed } = await readiness.read()
        if (isReady) return { ok: true, ...getDrills() }
        status = 503
        return { ok: false, failed, ...getDrills() }
      }
      const body = await readJson(request)
      if (route === 'POST /call') return answerCall(custody, read(callSchema, body), signal)
      if (route === 'POST /link') return answerLink(custody, read(linkSchema, body))
      if (route === 'POST /notice') return answerNotice(custody, read(noticeSchema, body))
      if (route === 'POST /api') return answerApi(custody, read(apiSchema, body))
      if (route === 'POST /projects') return custody.watchedProjects.listForSite(read(projectsSchema, body))
      if (route === 'POST /social') return answerSocial(custody, read(socialSchema, body))
      throw new CallError('There is nothing here.', { code: 'INVALID_PARAMS' })
    }
    const reply = await answer().catch((cause: unknown) => {
      if (!(cause instanceof CallError)) custody.warn(cause)
      const error = toErrorReply(cause)
      custody.events.onError(error.code)
      return { error }
    })
    const bytes = Buffer.from(JSON.stringify(reply))
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.byteLength }).end(bytes)
    void custody.outbox.flush()
  }
}

function read<schema extends z.ZodType>(schema: schema, body: unknown): z.output<schema> {
  const { success, data } = schema.safeParse(body)
  if (!success) throw new CallError('Invalid request.', { code: 'INVALID_PARAMS' })
  return data
}
