import { getClientAddress } from '@latchkey/server-kit/http'
import { z } from 'zod'
import type { Projects } from '../../projects/project.js'
import { toLoginName } from '../../protocol/login.js'
import { type Language, languages, type NoticeReply, noticeKinds, toDirection } from '../../protocol/notice.js'
import { getWords, parseLanguage } from '../../words/words.js'
import { type CallCustody, serviceFailures } from '../custody.js'
import { assertOwnPage, readText } from '../http/request.js'
import { escapeHtml, type RouteResponse, toHtmlResponse } from '../http/response.js'
import type { RouteRequest } from '../http/routes.js'
import { SiteError } from '../http/SiteError.js'
import { toBrandMarkup } from '../page/brandFiles.js'

type NoticeOptions = {
  readonly projects: Projects
  readonly callCustody: CallCustody
  readonly origin: string
  readonly trustsProxy: boolean
  /** The name of the stylesheet. */
  readonly style: string
}

/** Shows the action of a notice's link. Programs that prefetch links change nothing. */
export function showNotice(routeRequest: RouteRequest, options: NoticeOptions): Promise<RouteResponse> {
  return answer(routeRequest, { ...options, token: routeRequest.params.get('token') ?? '', isPressed: false })
}

/** Carries out the notice's action, after a click on the button of the page from {@link showNotice}. */
export async function answerNoticePost(routeRequest: RouteRequest, options: NoticeOptions): Promise<RouteResponse> {
  assertOwnPage(routeRequest.request, options)
  const form = new URLSearchParams(await readText(routeRequest.request, { limit: 4_096 }))
  return answer(routeRequest, { ...options, token: form.get('token') ?? '', isPressed: true })
}

async function answer(
  { request, signal }: RouteRequest,
  {
    projects,
    callCustody,
    trustsProxy,
    style,
    token,
    isPressed,
  }: NoticeOptions & { token: string; isPressed: boolean },
): Promise<RouteResponse> {
  const language = parseLanguage(request.headers['accept-language'] ?? '') ?? 'en'
  if (!/^[\w-]{43}$/.test(token)) return renderNotice({ notice: { status: 'gone' }, token, projects, style, language })
  const notice = await callCustody({
    path: '/notice',
    body: { token, act: isPressed, ip: getClientAddress(request, { trustsProxy }) ?? '' },
    schema: noticeReplySchema,
    timeout: 10_000,
    signal,
  })
  if (!('error' in notice)) return renderNotice({ notice, token, projects, style, language })
  const { code, message } = notice.error
  throw new SiteError(message, { status: serviceFailures.includes(code) ? 503 : 409, code })
}

type RenderNoticeOptions = {
  readonly notice: NoticeReply
  readonly token: string
  readonly projects: Projects
  /** The name of the stylesheet. */
  readonly style: string
  /** For an invalid link, whose user is unknown. */
  readonly language: Language
}

/** Renders the page behind a notice's link: no script, nothing from other sites, not framable. */
function renderNotice({ notice, token, projects, style, language: asked }: RenderNoticeOptions): RouteResponse {
  const { head, header } = toBrandMarkup(projects, notice.status === 'gone' ? undefined : notice.project)
  const language = notice.status === 'gone' ? asked : notice.language
  const { status, title, body } = toContent(notice, { token, language })
  return toHtmlResponse({
    status,
    title,
    language,
    direction: toDirection(language),
    head: `<link rel="stylesheet" href="/files/${style}">${head}<meta name="robots" content="noindex">`,
    body: `<main>${header}<h1>${escapeHtml(title)}</h1>${body}</main>`,
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      // not `no-referrer`: browsers would then send `Origin: null` with the form
      'referrer-policy': 'same-origin',
    },
  })
}

function toContent(
  notice: NoticeReply,
  { token, language }: { readonly token: string; readonly language: Language },
): { readonly status: number; readonly title: string; readonly body: string } {
  const { acts, facts, page, passkeyLogin } = getWords(language)
  const say = (text: string): string => `<p>${escapeHtml(text)}</p>`
  if (notice.status === 'gone') return { status: 410, title: page.gone, body: say(page.goneLead) }
  const { question, lead, label, done } = acts[notice.kind]
  if (notice.status === 'done') return { status: 200, title: done, body: say(page.next) }
  const { at, provider, providerName, origin, browser, place } = notice
  const rows = [
    [facts.login, provider === 'passkey' ? passkeyLogin : provider && (providerName ?? toLoginName(provider))],
    [facts.site, origin],
    [facts.browser, browser],
    [facts.place, place],
    [facts.time, at === undefined ? undefined : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ].flatMap(([label = '', value]) =>
    value ? [`<dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`] : [],
  )
  return {
    status: 200,
    title: question,
    body:
      `${say(lead)}<dl>${rows.join('')}</dl>` +
      `<form method="post" action="/notice"><input type="hidden" name="token" value="${escapeHtml(token)}">` +
      `<button>${escapeHtml(label)}</button></form>${say(page.wasYou)}`,
  }
}

/** Custody's reply about the link of a notice. */
type NoticeReplyOrError = NoticeReply | { readonly error: { readonly code: string; readonly message: string } }

const noticeReplySchema: z.ZodType<NoticeReplyOrError> = z.union([
  z.object({
    status: z.enum(['open', 'done']),
    project: z.string().optional(),
    kind: z.enum(noticeKinds),
    language: z.enum(languages),
    at: z.number().optional(),
    provider: z.string().optional(),
    providerName: z.string().optional(),
    origin: z.string().optional(),
    browser: z.string().optional(),
    place: z.string().optional(),
  }),
  z.object({ status: z.literal('gone') }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])
