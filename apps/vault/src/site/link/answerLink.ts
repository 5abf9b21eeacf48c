import type { AskCustody } from '../custody.js'
import type { Answer } from '../http/answer.js'
import { assertOwnPage } from '../http/assertOwnPage.js'
import { readBody } from '../http/readBody.js'
import { readClient } from '../http/readClient.js'
import type { Question } from '../http/route.js'
import { SiteFault } from '../http/SiteFault.js'
import { linkAnswer } from './linkAnswer.js'
import { renderLink } from './renderLink.js'

export type LinkOptions = {
  readonly ask: AskCustody
  readonly origin: string
  readonly trustsProxy: boolean
  readonly style: string
  readonly now: () => number
}

/** Shows what a mailed link would approve. Programs that open every link of a mail change nothing by it. */
export function showLink(question: Question, options: LinkOptions): Promise<Answer> {
  return answer(question, { ...options, token: question.params.get('token') ?? '', isApproval: false })
}

/** Approves the device: the visitor has pressed the button of the page that {@link showLink} gives. */
export async function approveLink(question: Question, options: LinkOptions): Promise<Answer> {
  assertOwnPage(question.request, options)
  const form = new URLSearchParams(await readBody(question.request, { limit: 4_096 }))
  return answer(question, { ...options, token: form.get('token') ?? '', isApproval: true })
}

async function answer(
  { request, signal }: Question,
  { ask, trustsProxy, style, now, token, isApproval }: LinkOptions & { token: string; isApproval: boolean },
): Promise<Answer> {
  if (!/^[\w-]{16,256}$/.test(token))
    return renderLink({ link: { status: 'gone' }, token, style, isApproval, now: now() })
  const link = await ask({
    path: '/link',
    body: { token, approve: isApproval, ip: readClient(request, { trustsProxy }) },
    schema: linkAnswer,
    timeout: 10_000,
    signal,
  })
  if (!('error' in link)) return renderLink({ link, token, style, isApproval, now: now() })
  if (link.error.code === 'TOO_MANY') throw new SiteFault(link.error.message, { status: 429, code: 'TOO_MANY' })
  return renderLink({ link: { status: 'gone' }, token, style, isApproval, now: now() })
}
