import { type NoticeList, toDirection } from '../../../protocol/notice.js'
import type { ApprovalNotice } from '../../requests/approvalPrompt.js'
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

const reasons = {
  recipient: 'You haven’t sent this much to this recipient before',
  device: 'This browser is new to your wallet',
} as const

/** Formats milliseconds since the epoch in the user's locale. */
function formatHold(until: number): string {
  return formatUntil(String(Math.ceil(until / 1_000)))
}

/** Formats a duration in the user's locale, e.g. "45 seconds". */
function formatSeconds(seconds: number): string {
  const [value, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return value.toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' })
}

/** Why a transfer waits, and until when. */
export function renderHoldFacts({ until, reason }: Extract<ApprovalNotice, { kind: 'held' }>['hold']): Node | null {
  return createFacts(createFact('On hold until', formatHold(until)), createFact('Reason', reasons[reason]))
}

/** Renders the message that is shown instead of a request. */
export function renderNotice(notice: ApprovalNotice, { project }: { readonly project: string }): NoticeParts {
  if (notice.kind === 'held')
    return {
      title: 'Transfer on hold',
      nodes: [
        renderHoldFacts(notice.hold),
        h('p', {}, 'Nothing was sent. When the hold ends, start the transfer again and approve it.'),
        h('p', {}, 'If this wasn’t you, cancel it here, or from the email that we sent you.'),
      ],
      cancel: 'Cancel transfer',
    }
  if (notice.kind === 'tooMany')
    return {
      title: 'Too many requests',
      nodes: [
        createNote(`Wait ${formatSeconds(notice.retryAfter)}, then try again in the app.`, { isSevere: false }),
        h('p', {}, 'Nothing was signed. Requests are paused after many at once, or after you have declined several.'),
      ],
    }
  if (notice.kind === 'selfCustody')
    return {
      title: 'Set up self-custody first',
      nodes: [
        createNote(notice.message, { isSevere: false }),
        h('p', {}, 'Nothing was signed. Once it is set up, come back to the app and try again.'),
      ],
      link: createPageLink(`/account?projectId=${encodeURIComponent(project)}#self-custody`, 'Set up'),
    }
  const isFailing = notice.reason === 'fails'
  return {
    title: isFailing ? 'This would fail' : 'Not allowed',
    nodes: [
      createNote(notice.message, { isSevere: true }),
      h(
        'p',
        {},
        isFailing
          ? 'Nothing was sent, and you paid nothing. Go back to the app to change it or try again.'
          : createForeign('Nothing was sent. Your wallet provider sets these limits.'),
      ),
    ],
  }
}

/** Renders what happened since this device was last asked: the newest notice in full, and a link to the rest. */
export function renderNews({ notices, language, account }: NoticeList): HTMLElement | null {
  const [newest] = notices
  if (!newest) return null
  const title = h('b', { dir: toDirection(language) }, newest.title)
  title.lang = language
  const more = notices.length > 1 ? ` and ${notices.length - 1} more` : ''
  const link = createPageLink(account, `Review on your wallet page${more}`)
  return h('p', { class: 'note', 'data-tone': 'warn' }, createIcon('warn'), h('span', {}, title, h('br'), link))
}

function createPageLink(href: string, text: string): HTMLAnchorElement {
  const link = h('a', {}, text)
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  return link
}
