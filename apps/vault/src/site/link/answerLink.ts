import { getClientAddress } from '@latchkey/server-kit/http'
import { z } from 'zod'
import { isOrigin } from '../../projects/parseProjects.js'
import type { Projects } from '../../projects/project.js'
import { type Language, toDirection } from '../../protocol/notice.js'
import { fill, getWords, parseLanguage } from '../../words/words.js'
import type { CallCustody } from '../custody.js'
import { assertOwnPage, readText } from '../http/request.js'
import { escapeHtml, type RouteResponse, toHtmlResponse } from '../http/response.js'
import type { RouteRequest } from '../http/routes.js'
import { SiteError } from '../http/SiteError.js'
import { toBrandMarkup } from '../page/brandFiles.js'

type LinkOptions = {
  readonly projects: Projects
  readonly callCustody: CallCustody
  readonly origin: string
  readonly trustsProxy: boolean
  readonly style: string
  readonly now: () => number
}

/** Shows the request that a mailed link would approve. Programs that prefetch links change nothing. */
export function showLink(routeRequest: RouteRequest, options: LinkOptions): Promise<RouteResponse> {
  return answer(routeRequest, { ...options, token: routeRequest.params.get('token') ?? '', isApproval: false })
}

/** Approves the device: the user has clicked the button of the page from {@link showLink}. */
export async function approveLink(routeRequest: RouteRequest, options: LinkOptions): Promise<RouteResponse> {
  assertOwnPage(routeRequest.request, options)
  const form = new URLSearchParams(await readText(routeRequest.request, { limit: 4_096 }))
  return answer(routeRequest, { ...options, token: form.get('token') ?? '', isApproval: true })
}

async function answer(
  { request, signal }: RouteRequest,
  {
    projects,
    callCustody,
    trustsProxy,
    style,
    now,
    token,
    isApproval,
  }: LinkOptions & { token: string; isApproval: boolean },
): Promise<RouteResponse> {
  const language = parseLanguage(request.headers['accept-language'] ?? '') ?? 'en'
  if (!/^[\w-]{16,256}$/.test(token))
    return renderLink({ link: { status: 'gone' }, token, projects, style, isApproval, language, now: now() })
  const link = await callCustody({
    path: '/link',
    body: { token, approve: isApproval, ip: getClientAddress(request, { trustsProxy }) ?? '' },
    schema: linkReplySchema,
    timeout: 10_000,
    signal,
  })
  if (!('error' in link)) return renderLink({ link, token, projects, style, isApproval, language, now: now() })
  const { code, message } = link.error
  if (code === 'INVALID_PARAMS')
    return renderLink({ link: { status: 'gone' }, token, projects, style, isApproval, language, now: now() })
  throw new SiteError(message, { status: code === 'TOO_MANY' ? 429 : 503, code })
}

type RenderLinkOptions = {
  readonly link: Exclude<LinkReply, { error: unknown }>
  readonly token: string
  readonly projects: Projects
  /** The name of the stylesheet. */
  readonly style: string
  /** Whether the button was clicked. */
  readonly isApproval: boolean
  readonly language: Language
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Renders the page behind a mailed link: no script, nothing from other sites, not framable. */
function renderLink({ link, token, projects, style, isApproval, language, now }: RenderLinkOptions): RouteResponse {
  const { head, header } = toBrandMarkup(projects, link.project)
  const { status, title, body } = toContent({ link, token, isApproval, language, now })
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

function toContent({ link, token, isApproval, now, language }: Omit<RenderLinkOptions, 'style' | 'projects'>): {
  readonly status: number
  readonly title: string
  readonly body: string
} {
  const { origin = '', browser, place, expiresAt, status } = link
  const { facts, page, link: words } = getWords(language)
  const texts = words.page
  const site = isOrigin(origin) ? new URL(origin).host : origin
  const say = (text: string): string => `<p>${escapeHtml(fill(text, { site: isolate(site) }))}</p>`
  if (status === 'gone') return { status: 410, title: page.gone, body: say(`${page.goneLead} ${texts.startAgain}`) }
  if (isApproval || status === 'approved')
    return {
      status: 200,
      title: texts.done,
      body: `${say(texts.doneLead)}${say(texts.close)}${toBackLink(origin, fill(texts.back, { site: isolate(site) }))}`,
    }
  const rows = [
    [facts.site, origin],
    [facts.browser, browser],
    [facts.place, place],
    [texts.validFor, expiresAt === undefined ? undefined : toMinutes(expiresAt - now, language)],
  ]
    .flatMap(([name = '', value]) =>
      value ? [`<dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`] : [],
    )
    .join('')
  return {
    status: 200,
    title: texts.question,
    body:
      `${say(texts.lead)}<dl>${rows}</dl>` +
      `<form method="post" action="/link"><input type="hidden" name="token" value="${escapeHtml(token)}">` +
      `<button>${escapeHtml(texts.approve)}</button></form>${say(texts.notYou)}`,
  }
}

/** A way back to the app. */
function toBackLink(origin: string, label: string): string {
  return isOrigin(origin) ? `<p><a href="${escapeHtml(origin)}" rel="noreferrer">${escapeHtml(label)}</a></p>` : ''
}

/** Keeps a host's direction in a sentence of any language. [UAX #9] */
function isolate(text: string): string {
  return `\u2068${text}\u2069`
}

function toMinutes(milliseconds: number, language: Language): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000))
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes)
}

/** Custody's reply about a mailed link, as far as the page shows it. */
type LinkReply =
  | {
      readonly status: 'open' | 'approved' | 'gone'
      /** Id of the app's project. */
      readonly project?: string | undefined
      /** Origin of the app. */
      readonly origin?: string | undefined
      readonly browser?: string | undefined
      readonly place?: string | undefined
      /** Milliseconds since the epoch. */
      readonly expiresAt?: number | undefined
    }
  | { readonly error: { readonly code: string; readonly message: string } }

const linkReplySchema: z.ZodType<LinkReply> = z.union([
  z.object({
    status: z.enum(['open', 'approved', 'gone']),
    project: z.string().optional(),
    origin: z.string().optional(),
    browser: z.string().optional(),
    place: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
  z.object({ error: z.object({ code: z.string(), message: z.string() }) }),
])
