import { z } from 'zod'
import type { CallAnswer } from '../../protocol/statement.js'
import type { AskCustody } from '../custody.js'
import { type Answer, toJsonAnswer } from '../http/answer.js'
import { assertOwnPage } from '../http/assertOwnPage.js'
import { readClient } from '../http/readClient.js'
import { readJson } from '../http/readJson.js'
import type { Question } from '../http/route.js'
import { SiteFault } from '../http/SiteFault.js'
import { custodyAnswer } from './custodyAnswer.js'
import { readCookie, toCookie } from './toCookie.js'
import { toStatus } from './toStatus.js'

export type CallOptions = {
  readonly ask: AskCustody
  readonly origin: string
  readonly trustsProxy: boolean
  readonly build: string
}

const call = z.strictObject({ statement: z.string(), signature: z.string().max(128) })
/** What has to be known to pass a statement on. Everything else about it is custody's to judge. */
const passedOn = z.object({ method: z.string(), project: z.string().max(64) })

/** Milliseconds. */
const deadline = 10_000
/** Custody holds some back for up to 20 seconds, until a visitor has approved. */
const heldDeadline = 30_000
const heldMethods: readonly string[] = ['email.device', 'social.finish', 'farcaster.wait']

/** Passes a signed call on to custody, with the visitor's cookie; the site judges and keeps nothing itself. */
export async function answerCall(
  { request, signal }: Question,
  { ask, origin, trustsProxy, build }: CallOptions,
): Promise<Answer> {
  assertOwnPage(request, { origin })
  const named = request.headers['x-latchkey-build']
  if (named !== undefined && named !== build)
    throw new SiteFault('There is a newer page.', { status: 409, code: 'OLD_FRAME' })
  const { statement, signature } = await readJson(request, { schema: call })
  const { method, project } = toPassedOn(statement)
  const { error, result, credential } = await ask({
    path: '/call',
    body: {
      statement,
      signature,
      credential: readCookie(request.headers.cookie, { project }),
      ip: readClient(request, { trustsProxy }),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      language: (request.headers['accept-language'] ?? '').slice(0, 512),
    },
    schema: custodyAnswer,
    timeout: heldMethods.includes(method) ? heldDeadline : deadline,
    signal,
  })
  const answer: CallAnswer = error ? { error } : { result }
  return toJsonAnswer(answer, {
    status: error ? toStatus(error.code) : 200,
    ...(credential !== undefined && { headers: { 'set-cookie': toCookie({ project, credential }) } }),
  })
}

function toPassedOn(statement: string): z.output<typeof passedOn> {
  try {
    return passedOn.parse(JSON.parse(statement))
  } catch (cause) {
    throw new SiteFault('The statement cannot be read.', { status: 400, code: 'BAD_STATEMENT', cause })
  }
}
