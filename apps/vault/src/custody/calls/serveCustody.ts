import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { answerNotice } from '../account/noticeActions.js'
import { type Drills, readDrills } from '../backup/drills.js'
import type { Custody } from '../custody.js'
import { CallError, toErrorReply } from '../errors/callError.js'
import { readJson } from '../http/server.js'
import { answerLink } from '../logins/emailLogin.js'
import { answerSocial } from '../social/socialPages.js'
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

/** Serves the site, which is trusted to report each call's cookie and client address. */
export function serveCustody(custody: Custody): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const checkHealth = createHealthCheck(custody)
  return async (request, response) => {
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    const route = `${request.method} ${request.url}`
    const answer = async (): Promise<unknown> => {
      if (route === 'GET /health') return checkHealth()
      const body = await readJson(request)
      if (route === 'POST /call') return answerCall(custody, read(callSchema, body), disconnected.signal)
      if (route === 'POST /link') return answerLink(custody, read(linkSchema, body))
      if (route === 'POST /notice') return answerNotice(custody, read(noticeSchema, body))
      if (route === 'POST /social') return answerSocial(custody, read(socialSchema, body))
      throw new CallError('There is nothing here.', { code: 'INVALID_PARAMS' })
    }
    const reply = await answer().catch((cause: unknown) => {
      if (!(cause instanceof CallError)) custody.warn(cause)
      return { error: toErrorReply(cause) }
    })
    const bytes = Buffer.from(JSON.stringify(reply))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.byteLength }).end(bytes)
    void custody.outbox.flush()
  }
}

function read<schema extends z.ZodType>(schema: schema, body: unknown): z.output<schema> {
  const { success, data } = schema.safeParse(body)
  if (!success) throw new CallError('Invalid request.', { code: 'INVALID_PARAMS' })
  return data
}

type Health = { readonly ok: boolean } & Drills

/** Milliseconds for which one database check answers all health requests. */
const healthTime = 1_000

/**
 * Reports whether the database answers, and when the last restore drills were. Checks the database one request at a time, at most once a
 * second.
 */
function createHealthCheck({ database, warn }: Custody): () => Promise<Health> {
  let [known, at]: [Promise<Health> | undefined, number] = [undefined, 0]
  return () => {
    if (known && performance.now() < at + healthTime) return known
    at = Number.POSITIVE_INFINITY
    known = readDrills(database)
      .then(
        (drills) => ({ ok: true, ...drills }),
        (cause: unknown) => {
          warn(cause)
          return { ok: false }
        },
      )
      .finally(() => {
        at = performance.now()
      })
    return known
  }
}
