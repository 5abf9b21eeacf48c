import { loginNames } from '../../protocol/login.js'
import type { Answer } from '../http/answer.js'
import { escapeHtml, toHtml } from '../http/toHtml.js'
import type { SocialAnswer } from './socialAnswer.js'
import type { SocialSettings } from './socialSettings.js'

export type SocialFiles = {
  /** Names of files. */
  readonly linkStyle: string
  readonly socialScript: string
}

type Answered = Extract<SocialAnswer, { readonly status: 'answered' }>

export function renderLoading(files: SocialFiles): Answer {
  const body =
    '<p id="wait">One moment: you are led to your provider.</p><p id="lost" hidden>Nobody asked for a login here. Close this window and start again in the app.</p>'
  return render({ title: 'Logging in', body, files, settings: { page: 'loading' } })
}

export function renderGone(files: SocialFiles): Answer {
  const body = '<p>It was used already, or its time is up. Close this window and start again in the app.</p>'
  return render({ status: 410, title: 'This login is no longer valid', body, files })
}

export function renderDone(origin: string, files: SocialFiles): Answer {
  const body = `<p>Go back to <strong>${escapeHtml(origin)}</strong>.</p><p>You can close this window.</p>`
  return render({ title: 'You are logged in', body, files, settings: { page: 'done' } })
}

/** The page behind the address of a result, which is for programs. */
export function renderResult(files: SocialFiles): Answer {
  return render({ title: 'Go back to the app', body: '<p>The login goes on there.</p>', files })
}

/**
 * After the provider's answer: the app's page is told, if it is what opened this window. If not, the visitor is asked whether it was
 * them who began this login, as somebody else may have sent them here.
 */
export function renderAnswered({ provider, origin, resultUri, fault, ...asker }: Answered, files: SocialFiles): Answer {
  const settings: SocialSettings = { page: 'result', resultUri, origin }
  const app = `<strong>${escapeHtml(origin)}</strong>`
  if (fault !== undefined) {
    const body = `<p role="alert">${escapeHtml(fault)}</p><p>Close this window and try again at ${app}.</p>`
    return render({ status: 200, title: `Not logged in with ${loginNames[provider]}`, body, files, settings })
  }
  const { searchParams } = new URL(resultUri)
  const field = (name: string): string =>
    `<input type="hidden" name="${name}" value="${escapeHtml(searchParams.get(name) ?? '')}">`
  const rows = [
    ['App', origin],
    ['Browser', asker.browser],
    ['Place', asker.place],
  ]
    .flatMap(([name, value]) => (value ? [`<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`] : []))
    .join('')
  const body =
    `<p id="wait">One moment: you are led back to ${app}.</p>` +
    `<div id="ask" hidden><p>Did you begin to log in there, with ${loginNames[provider]}?</p><dl>${rows}</dl>` +
    `<form method="post" action="/social/confirm">${field('state')}${field('code')}<button>Continue</button></form>` +
    '<p>If you did not, close this window: nobody gets in without it.</p></div>'
  return render({ title: `Logged in with ${loginNames[provider]}`, body, files, settings })
}

type Page = {
  readonly status?: number | undefined
  readonly title: string
  /** Markup. */
  readonly body: string
  readonly files: SocialFiles
  readonly settings?: SocialSettings | undefined
}

/** No opener policy: it would cut the tie to the app's page. */
function render({ status = 200, title, body, files, settings }: Page): Answer {
  const script = settings
    ? `<script type="module" src="/files/${files.socialScript}"></script>` +
      `<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>`
    : ''
  return toHtml({
    status,
    title,
    head: `<link rel="stylesheet" href="/files/${files.linkStyle}"><meta name="robots" content="noindex">${script}`,
    body: `<main><h1>${escapeHtml(title)}</h1>${body}</main>`,
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      // not `no-referrer`: browsers would then call the form's sender `null`
      'referrer-policy': 'same-origin',
    },
  })
}
