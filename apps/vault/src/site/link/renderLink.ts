import type { Answer } from '../http/answer.js'
import { escapeHtml, toHtml } from '../http/toHtml.js'
import type { LinkAnswer } from './linkAnswer.js'

export type RenderLinkOptions = {
  readonly link: Exclude<LinkAnswer, { error: unknown }>
  readonly token: string
  /** The name of the stylesheet. */
  readonly style: string
  /** Whether the button was pressed. */
  readonly isApproval: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The page behind a mailed link: no script, nothing of others, not to be shown in a frame. */
export function renderLink({ link, token, style, isApproval, now }: RenderLinkOptions): Answer {
  const { status, title, body } = toContent({ link, token, isApproval, now })
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

function toContent({ link, token, isApproval, now }: Omit<RenderLinkOptions, 'style'>): {
  readonly status: number
  readonly title: string
  readonly body: string
} {
  const { origin = 'the app', browser, place, expiresAt, status } = link
  if (status === 'gone')
    return {
      status: 410,
      title: 'This link is no longer valid',
      body: '<p>It was used already, or its time is up. Start again in the app to get a new one.</p>',
    }
  if (isApproval || status === 'approved')
    return {
      status: 200,
      title: 'Device approved',
      body: `<p>Go back to <strong>${escapeHtml(origin)}</strong>. We have sent you a code to enter there.</p><p>You can close this page.</p>`,
    }
  const rows = [
    ['App', origin],
    ['Browser', browser],
    ['Place', place],
    ['Valid for', expiresAt === undefined ? undefined : toMinutes(expiresAt - now)],
  ]
    .flatMap(([name, value]) => (value ? [`<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`] : []))
    .join('')
  return {
    status: 200,
    title: 'Approve this device?',
    body:
      `<p>Somebody asks to log in with your email address.</p><dl>${rows}</dl>` +
      `<form method="post" action="/link"><input type="hidden" name="token" value="${escapeHtml(token)}">` +
      '<button>Approve</button></form>' +
      '<p>Was it not you? Then close this page: nobody gets in without your approval.</p>',
  }
}

function toMinutes(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000))
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
