import { type NoticeList, toDirection } from '../../../protocol/notice.js'
import { language, say, toDuration } from '../../../words/say.js'
import type { ApprovalNotice } from '../../requests/approvalPrompt.js'
import { toRefusal, words } from '../../texts.js'
import { h } from '../h.js'
import { formatUntil } from './amounts.js'
import { createFact, createFacts, createForeign, createIcon, createNote } from './elements.js'

type NoticeParts = {
  readonly title: string
  readonly nodes: readonly (Node | null)[]
  readonly cancel?: string
  /** The first action, instead of closing the notice. */
  readonly link?: HTMLAnchorElement
}

/** Formats milliseconds since the epoch in the page's language. */
function formatHold(until: number): string {
  return formatUntil(String(Math.ceil(until / 1_000)))
}

/** Why a transfer waits, and until when. */
export function renderHoldFacts({ until, reason }: Extract<ApprovalNotice, { kind: 'held' }>['hold']): Node | null {
  const { notice } = words
  return createFacts(createFact(notice.heldUntil, formatHold(until)), createFact(notice.heldReason, notice[reason]))
}

/** Renders the message that is shown instead of a request. */
export function renderNotice(notice: ApprovalNotice, { project }: { readonly project: string }): NoticeParts {
  const { notice: texts } = words
  if (notice.kind === 'held')
    return {
      title: texts.held,
      nodes: [renderHoldFacts(notice.hold), h('p', {}, texts.heldLead), h('p', {}, texts.heldCancel)],
      cancel: texts.cancel,
    }
  if (notice.kind === 'tooMany')
    return {
      title: texts.tooMany,
      nodes: [
        createNote(say(texts.wait, { time: toDuration(notice.retryAfter) }), { isSevere: false }),
        h('p', {}, texts.tooManyLead),
      ],
    }
  if (notice.kind === 'selfCustody') {
    const page = `/account?projectId=${encodeURIComponent(project)}&lang=${language}#self-custody`
    const refusal = toRefusal({ code: 'SELF_CUSTODY_NEEDED', message: notice.message })
    return {
      title: texts.selfCustody,
      nodes: [createNote(refusal, { isSevere: false }), h('p', {}, texts.selfCustodyLead)],
      link: createPageLink(page, texts.setUp),
    }
  }
  const isFailing = notice.code === 'REVERTS'
  return {
    title: isFailing ? texts.fails : texts.refused,
    nodes: [
      createNote(toRefusal(notice), { isSevere: true }),
      h('p', {}, isFailing ? texts.failsLead : texts.refusedLead),
      language === 'en' ? null : createReason(notice.message),
    ],
  }
}

/** Custody's own sentence, which says more than the translated one: it can quote a contract. */
function createReason(message: string): HTMLElement {
  const text = createForeign(message)
  text.lang = 'en'
  return h('p', {}, text)
}

/** Renders the notices that are new on this device: the newest in full, and a link to the others. */
export function renderNews({ notices, language: written, account }: NoticeList): HTMLElement | null {
  const [newest] = notices
  if (!newest) return null
  const title = h('b', { dir: toDirection(written) }, newest.title)
  title.lang = written
  const more = notices.length - 1
  const link = createPageLink(account, more > 0 ? say(words.notice.moreNews, { n: more }) : words.notice.news)
  return h('p', { class: 'note', 'data-tone': 'warn' }, createIcon('warn'), h('span', {}, title, h('br'), link))
}

function createPageLink(href: string, text: string): HTMLAnchorElement {
  const link = h('a', {}, text)
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  return link
}
