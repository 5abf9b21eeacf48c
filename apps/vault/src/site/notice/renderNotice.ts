import { loginNames } from '../../protocol/login.js'
import type { Language, NoticeReply } from '../../protocol/notice.js'
import { toDirection } from '../../words/direction.js'
import { getWords } from '../../words/words.js'
import type { Answer } from '../http/answer.js'
import { escapeHtml, toHtml } from '../http/toHtml.js'

export type RenderNoticeOptions = {
  readonly notice: NoticeReply
  readonly token: string
  /** The name of the stylesheet. */
  readonly style: string
  /** Of a link that is gone: nobody knows whose it was. */
  readonly language: Language
}

/** The page behind a link of a notice: no script, nothing of others, not to be shown in a frame. */
export function renderNotice({ notice, token, style, language: asked }: RenderNoticeOptions): Answer {
  const language = notice.status === 'gone' ? asked : notice.language
  const { status, title, body } = toContent(notice, { token, language })
  return toHtml({
    status,
    title,
    language,
    direction: toDirection(language),
    head: `<link rel="stylesheet" href="/files/${style}"><meta name="robots" content="noindex">`,
    body: `<main><h1>${escapeHtml(title)}</h1>${body}</main>`,
    headers: {
      'content-security-policy':
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      // not `no-referrer`: browsers would then call the form's sender `null`
      'referrer-policy': 'same-origin',
    },
  })
}

function toContent(
  notice: NoticeReply,
  { token, language }: { readonly token: string; readonly language: Language },
): { readonly status: number; readonly title: string; readonly body: string } {
  const { acts, facts, page } = getWords(language)
  const say = (text: string): string => `<p>${escapeHtml(text)}</p>`
  if (notice.status === 'gone') return { status: 410, title: page.gone, body: say(page.goneLead) }
  const { question, lead, label, done } = acts[notice.kind]
  if (notice.status === 'done') return { status: 200, title: done, body: say(page.next) }
  const { at, provider, origin, browser, place } = notice
  const rows = [
    [facts.login, provider && loginNames[provider]],
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
