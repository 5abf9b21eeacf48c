import { getClientAddress } from '@latchkey/server-kit/http'
import { z } from 'zod'
import { factorKinds } from '../../protocol/factor.js'
import type { CallAnswer, CallErrorBody } from '../../protocol/statement.js'
import type { CallCustody } from '../custody.js'
import { readCookie, toCookie } from '../http/cookies.js'
import { assertOwnPage, readJson } from '../http/request.js'
import { type RouteResponse, toJsonResponse } from '../http/response.js'
import type { RouteRequest } from '../http/routes.js'
import { SiteError } from '../http/SiteError.js'

/** Custody's reply to a call: the result for the page, and the change of the user's cookie. */
type CustodyReply = {
  readonly result?: unknown
  readonly error?: CallErrorBody | undefined
  /** The new value; null clears the cookie; absent keeps it. */
  readonly credential?: string | null | undefined
}

const custodyReplySchema: z.ZodType<CustodyReply> = z.object({
  result: z.unknown().optional(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      retryAfter: z.number().optional(),
      now: z.number().optional(),
      factors: z.array(z.enum(factorKinds)).optional(),
    })
    .optional(),
  credential: z
    .string()
    .regex(/^[\w.~-]{16,512}$/)
    .nullish(),
})

/** The HTTP status for custody's error codes; the page itself uses the code. */
function toStatus(code: string): number {
  switch (code) {
    case 'NO_DEVICE':
    case 'NO_SESSION':
      return 401
    case 'UNKNOWN_PROJECT':
    case 'RESUMED':
    case 'FROZEN':
    case 'WALLET_FROZEN':
    case 'LOCKED':
    case 'FACTOR_NEEDED':
    case 'NEW_DEVICE':
    case 'SPEND_LIMIT':
    case 'POLICY':
    case 'HELD':
    case 'REVERTS':
    case 'NOT_HERE':
    case 'SELF_CUSTODY_NEEDED':
    case 'NOT_ALLOWED':
    case 'SOCIAL_REFUSED':
      return 403
    case 'TOO_MANY':
      return 429
    case 'INTERNAL':
      return 500
    case 'MAIL_FAILED':
    case 'SOCIAL_FAILED':
    case 'UNAVAILABLE':
    case 'STOPPED':
      return 503
    default:
      return 400
  }
}

type CallOptions = {
  readonly callCustody: CallCustody
  /** Aborted when the site stops. */
  readonly stopping: AbortSignal
  readonly origin: string
  readonly trustsProxy: boolean
  readonly build: string
}

const callSchema = z.strictObject({ statement: z.string(), signature: z.string().max(128) })

/** The fields that the site needs to forward a statement. Custody validates everything else. */
const forwardedSchema = z.object({ method: z.string(), project: z.string().max(64) })

/** Milliseconds. */
const callTimeout = 10_000

/** Long polls take up to 20 seconds, until a user has approved. */
const longPollTimeout = 30_000

const longPollMethods: readonly string[] = ['email.device', 'social.finish', 'farcaster.wait']

/** Forwards a signed call to custody, with the user's cookie; the site decides and stores nothing itself. */
export async function answerCall(
  { request, signal }: RouteRequest,
  { callCustody, stopping, origin, trustsProxy, build }: CallOptions,
): Promise<RouteResponse> {
  assertOwnPage(request, { origin })
  const named = request.headers['x-latchkey-build']
  if (named !== undefined && named !== build)
    throw new SiteError('There is a newer page.', { status: 409, code: 'OLD_FRAME' })
  const { statement, signature } = await readJson(request, { schema: callSchema })
  const { method, project } = parseForwarded(statement)
  const isLongPoll = longPollMethods.includes(method)
  const { error, result, credential } = await callCustody({
    path: '/call',
    body: {
      statement,
      signature,
      credential: readCookie(request.headers.cookie, { project }),
      ip: getClientAddress(request, { trustsProxy }) ?? '',
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      language: (request.headers['accept-language'] ?? '').slice(0, 512),
    },
    schema: custodyReplySchema,
    timeout: isLongPoll ? longPollTimeout : callTimeout,
    signal: isLongPoll ? AbortSignal.any([signal, stopping]) : signal,
  })
  const answer: CallAnswer = error ? { error } : { result }
  return toJsonResponse(answer, {
    status: error ? toStatus(error.code) : 200,
    ...(credential !== undefined && { headers: { 'set-cookie': toCookie({ project, credential }) } }),
  })
}

function parseForwarded(statement: string): z.output<typeof forwardedSchema> {
  try {
    return forwardedSchema.parse(JSON.parse(statement))
  } catch (cause) {
    throw new SiteError('The statement cannot be read.', { status: 400, code: 'BAD_STATEMENT', cause })
  }
}
