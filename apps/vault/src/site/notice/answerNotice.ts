import { parseLanguage } from '../../words/words.js'
import type { AskCustody } from '../custody.js'
import type { Answer } from '../http/answer.js'
import { assertOwnPage } from '../http/assertOwnPage.js'
import { readBody } from '../http/readBody.js'
import { readClient } from '../http/readClient.js'
import type { Question } from '../http/route.js'
import { SiteFault } from '../http/SiteFault.js'
import { noticeAnswer } from './noticeAnswer.js'
import { renderNotice } from './renderNotice.js'

export type NoticeOptions = {
  readonly ask: AskCustody
  readonly origin: string
  readonly trustsProxy: boolean
  /** The name of the stylesheet. */
  readonly style: string
}

/** What its user has to do something else about; anything else is tried again. */
const refusals = ['EMAIL_TAKEN', 'LAST_LOGIN', 'TOO_MANY', 'FROZEN']

/** Shows what the link of a notice would do. Programs that open every link of a mail change nothing by it. */
export function showNotice(question: Question, options: NoticeOptions): Promise<Answer> {
  return answer(question, { ...options, token: question.params.get('token') ?? '', isPressed: false })
}

/** Does it: whoever has the mailbox has pressed the button of the page that {@link showNotice} gives. */
export async function pressNotice(question: Question, options: NoticeOptions): Promise<Answer> {
  assertOwnPage(question.request, options)
  const form = new URLSearchParams(await readBody(question.request, { limit: 4_096 }))
  return answer(question, { ...options, token: form.get('token') ?? '', isPressed: true })
}

async function answer(
  { request, signal }: Question,
  { ask, trustsProxy, style, token, isPressed }: NoticeOptions & { token: string; isPressed: boolean },
): Promise<Answer> {
  const language = parseLanguage(request.headers['accept-language'] ?? '') ?? 'en'
  if (!/^[\w-]{43}$/.test(token)) return renderNotice({ notice: { status: 'gone' }, token, style, language })
  const notice = await ask({
    path: '/notice',
    body: { token, act: isPressed, ip: readClient(request, { trustsProxy }) },
    schema: noticeAnswer,
    timeout: 10_000,
    signal,
  })
  if (!('error' in notice)) return renderNotice({ notice, token, style, language })
  const { code, message } = notice.error
  throw new SiteFault(message, { status: refusals.includes(code) ? 409 : 503, code })
}
