import { z } from 'zod'
import type { SocialRequest } from '../../protocol/custody.js'
import type { AskCustody } from '../custody.js'
import { type Answer, toJsonAnswer } from '../http/answer.js'
import { assertOwnPage } from '../http/assertOwnPage.js'
import { readBody } from '../http/readBody.js'
import { readJson } from '../http/readJson.js'
import type { Question } from '../http/route.js'
import { SiteFault } from '../http/SiteFault.js'
import { renderAnswered, renderDone, renderGone, type SocialFiles } from './renderSocial.js'
import { type SocialAnswer, socialAnswer } from './socialAnswer.js'

export type SocialOptions = { readonly ask: AskCustody; readonly origin: string; readonly files: SocialFiles }

const isToken = (text: string | null): text is string => text !== null && /^[\w-]{43}$/.test(text)
const loading = z.strictObject({ popup: z.string().regex(/^[0-9a-f]{32}$/) })

/** Tells a popup that is on its own where to go, as soon as that is known. */
export async function answerLoading({ request, signal }: Question, { ask, origin }: SocialOptions): Promise<Answer> {
  assertOwnPage(request, { origin })
  const { popup } = await readJson(request, { schema: loading })
  return toJsonAnswer(await askCustody(ask, { step: 'loading', popup, isAlone: true }, signal))
}

/** Sends on to the provider; `return` is where to come back to where there is no popup. */
export async function answerStart({ params, signal }: Question, { ask, files }: SocialOptions): Promise<Answer> {
  const [state, returnTo] = [params.get('state'), params.get('return')]
  if (!isToken(state)) return renderGone(files)
  const step = { step: 'start', state, ...(returnTo !== null && { returnTo }) } as const
  const reply = await askCustody(ask, step, signal)
  return 'status' in reply && reply.status === 'go' ? redirect(302, reply.uri) : renderGone(files)
}

/** What the provider sent the browser back with, in the address or, as Apple does, in a form that its page posts. */
export async function answerCallback(
  { request, params, signal }: Question,
  { ask, files }: SocialOptions,
): Promise<Answer> {
  const answer = request.method === 'POST' ? await readBody(request, { limit: 16_384 }) : params.toString()
  if (answer.length > 16_384) return renderGone(files)
  const reply = await askCustody(ask, { step: 'callback', answer }, signal)
  if (!('status' in reply) || reply.status !== 'answered') return renderGone(files)
  if (reply.returnTo === undefined) return renderAnswered(reply, files)
  const back = new URL(reply.returnTo)
  back.searchParams.set('result_uri', reply.resultUri)
  return redirect(303, back.href)
}

/** The visitor has pressed the button of the page that the callback gave. */
export async function answerConfirm(
  { request, signal }: Question,
  { ask, origin, files }: SocialOptions,
): Promise<Answer> {
  assertOwnPage(request, { origin })
  const form = new URLSearchParams(await readBody(request, { limit: 4_096 }))
  const [state, code] = [form.get('state'), form.get('code')]
  if (!isToken(state) || !isToken(code)) return renderGone(files)
  const reply = await askCustody(ask, { step: 'confirm', state, code }, signal)
  return 'status' in reply && reply.status === 'confirmed' ? renderDone(reply.origin, files) : renderGone(files)
}

/** Milliseconds: custody may ask a provider four times, for six seconds each. */
const deadline = 30_000

async function askCustody(ask: AskCustody, body: SocialRequest, signal: AbortSignal): Promise<SocialAnswer> {
  const reply = await ask({ path: '/social', body, schema: socialAnswer, timeout: deadline, signal })
  if (reply.error?.code === 'UNAVAILABLE')
    throw new SiteFault(reply.error.message, { status: 503, code: 'UNAVAILABLE' })
  return reply
}

function redirect(status: 302 | 303, location: string): Answer {
  return { status, headers: { location }, body: '' }
}
