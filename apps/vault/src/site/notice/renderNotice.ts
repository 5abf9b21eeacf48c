import { loginNames } from '../../protocol/login.js'
import type { NoticeKind, NoticeReply } from '../../protocol/notice.js'
import type { Answer } from '../http/answer.js'
import { escapeHtml, toHtml } from '../http/toHtml.js'

export type RenderNoticeOptions = {
  readonly notice: NoticeReply
  readonly token: string
  /** The name of the stylesheet. */
  readonly style: string
}

/** The page behind a link of a notice: no script, nothing of others, not to be shown in a frame. */
export function renderNotice({ notice, token, style }: RenderNoticeOptions): Answer {
  const { status, title, body } = toContent(notice, token)
  return toHtml({
    status,
    title,
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

type Words = { readonly question: string; readonly lead: string; readonly button: string; readonly done: string }

const words: Readonly<Record<NoticeKind, Words>> = {
  revoke: {
    question: 'Log this browser out?',
    lead: 'It will need a mailed link and a code to come in again.',
    button: 'Log out',
    done: 'That browser is logged out',
  },
  undo: {
    question: 'Undo the change of your address?',
    lead: 'You log in with this mailbox again. All browsers are logged out, and those that came with the change are forgotten.',
    button: 'Undo',
    done: 'Your address is what it was',
  },
  cancel: {
    question: 'Cancel the recovery?',
    lead: 'Your wallet stays with this mailbox. The printed code that was used is no longer good: print a new one.',
    button: 'Cancel the recovery',
    done: 'The recovery is cancelled',
  },
  unlink: {
    question: 'Take this login off your wallet?',
    lead: 'It opens your wallet no more, and browsers that were logged in with it are logged out.',
    button: 'Take it off',
    done: 'That login is taken off',
  },
  hold: {
    question: 'Cancel the transfer?',
    lead: 'Transfers that are on hold are never made, and the browser that asked is logged out.',
    button: 'Cancel the transfer',
    done: 'The transfer is cancelled',
  },
  seal: {
    question: 'Cancel locking the wallet?',
    lead: 'The wallet stays as it is: no printed code is needed to use it. The browser that asked is logged out.',
    button: 'Cancel it',
    done: 'Your wallet stays as it is',
  },
}

function toContent(
  notice: NoticeReply,
  token: string,
): { readonly status: number; readonly title: string; readonly body: string } {
  if (notice.status === 'gone')
    return {
      status: 410,
      title: 'This link is no longer valid',
      body: '<p>It was used already, or its time is up.</p>',
    }
  const { question, lead, button, done } = words[notice.kind]
  if (notice.status === 'done')
    return {
      status: 200,
      title: done,
      body: '<p>Secure your mailbox as well, if you have not begun this yourself.</p>',
    }
  const { at, provider, origin, browser, place } = notice
  const rows = [
    ['Login', provider && loginNames[provider]],
    ['App', origin],
    ['Browser', browser],
    ['Place', place],
    ['Since', at === undefined ? undefined : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ]
    .flatMap(([name, value]) => (value ? [`<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`] : []))
    .join('')
  return {
    status: 200,
    title: question,
    body:
      `<p>${escapeHtml(lead)}</p><dl>${rows}</dl>` +
      `<form method="post" action="/notice"><input type="hidden" name="token" value="${escapeHtml(token)}">` +
      `<button>${button}</button></form><p>If it was you, close this page: nothing changes.</p>`,
  }
}
