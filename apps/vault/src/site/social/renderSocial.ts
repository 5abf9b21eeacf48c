import { loginNames } from '../../protocol/login.js'
import { escapeHtml, type RouteResponse, toHtmlResponse } from '../http/response.js'
import type { SocialReplyOrError, SocialSettings } from './socialAnswer.js'

export type SocialFiles = {
  /** File names. */
  readonly linkStyle: string
  readonly socialScript: string
}

type Reply<status extends string> = Extract<SocialReplyOrError, { readonly status: status }>

export function renderLoading(files: SocialFiles): RouteResponse {
  const body =
    '<p id="wait">Taking you to your provider…</p>' +
    '<div id="lost" hidden><p>This window wasn’t opened by an app’s page, so nobody is logged in here.</p><p>Close it and start again in the app.</p></div>'
  return render({ title: 'Logging in', body, files, settings: { page: 'loading' } })
}

export function renderGone(files: SocialFiles): RouteResponse {
  const body = '<p>It was already used, or it has expired. Close this window and start again in the app.</p>'
  return render({ status: 410, title: 'This login is no longer valid', body, files })
}

/** For another browser than the one that started the login, which stays valid. */
export function renderElsewhere({ origin, app }: Reply<'elsewhere'>, files: SocialFiles): RouteResponse {
  const body =
    `<p>This login to <strong>${escapeHtml(app)}</strong> didn’t start in this browser, so nobody was logged in. If somebody sent you here, close this page.</p>` +
    `<p>Did you start it here? Then this browser may block cookies of this site. Allow them and log in again at <a href="${escapeHtml(origin)}" rel="noreferrer">${escapeHtml(origin)}</a>.</p>`
  return render({ status: 403, title: 'Log in where you started', body, files, isApart: true })
}

/** For the app's developer: the login stays valid. */
export function renderNotListed(files: SocialFiles): RouteResponse {
  const body =
    '<p>The app wants to come back to a page that isn’t set up for logins. Go back and log in on its start page.</p>' +
    '<p>Developers: list the path of the page in <code>returnPaths</code> of the project.</p>'
  return render({ status: 400, title: 'This login can’t start here', body, files, isApart: true })
}

export function renderDone(origin: string, files: SocialFiles): RouteResponse {
  const body = `<p>Go back to <strong>${escapeHtml(origin)}</strong>.</p><p>You can close this window.</p>`
  return render({ title: 'You are logged in', body, files, settings: { page: 'done' }, isApart: true })
}

/** The page at the result's address, which is meant for programs. */
export function renderResult(files: SocialFiles): RouteResponse {
  return render({ title: 'Go back to the app', body: '<p>The login continues there.</p>', files })
}

/**
 * After the provider's answer: passes the result to the app's page, if it opened this window. If the window has lost its opener, continues
 * by asking whether the user started this login.
 */
export function renderAnswered(
  { provider, origin, app, resultUri, fault }: Reply<'answered'>,
  files: SocialFiles,
): RouteResponse {
  const settings: SocialSettings = { page: 'result', resultUri, origin }
  const site = `<strong>${escapeHtml(origin)}</strong>`
  if (fault !== undefined) {
    const body = `<p role="alert">${escapeHtml(fault)}</p><p>Close this window and try again at ${site}.</p>`
    return render({ status: 200, title: `Not logged in with ${loginNames[provider]}`, body, files, settings })
  }
  const { searchParams } = new URL(resultUri)
  const body =
    `<p id="wait">Taking you back to ${site}…</p>` +
    `<div id="lost" hidden><p>${escapeHtml(app)} didn’t take the login. Close this window and log in again at ${site}.</p></div>` +
    toForm('/social/ask', { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' })
  return render({ title: `Logged in with ${loginNames[provider]}`, body, files, settings })
}

/** Asks whether the user started the login, as an attacker may have sent them here. */
export function renderAsk(
  { provider, account, origin, app, browser, place }: Reply<'ask'>,
  confirmation: { readonly state: string; readonly code: string },
  files: SocialFiles,
): RouteResponse {
  const name = loginNames[provider]
  const rows = [
    [`${name} account`, account],
    ['App', app],
    ['Site', origin],
    ['Device', browser],
    ['IP address', place],
  ]
    .flatMap(([term, value]) => (value ? [`<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`] : []))
    .join('')
  const body =
    `<p>This device gets access to your wallet. Continue only if you just started to log in there with ${name}.</p><dl>${rows}</dl>` +
    toForm('/social/confirm', confirmation, '<button disabled>Continue</button><p id="status" role="status"></p>') +
    '<p>If you didn’t, close this window. Nobody is logged in without it.</p>'
  return render({ title: 'Did you start this login?', body, files, settings: { page: 'ask' }, isApart: true })
}

function toForm(action: string, { state, code }: { readonly state: string; readonly code: string }, more = ''): string {
  const fields = Object.entries({ state, code })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  return `<form method="post" action="${action}">${fields}${more}</form>`
}

type Page = {
  readonly status?: number | undefined
  readonly title: string
  /** Markup. */
  readonly body: string
  readonly files: SocialFiles
  readonly settings?: SocialSettings | undefined
  /** Isolates the window from whatever opened it, so that no other page moves it under a click. Only if the app's page isn't needed. */
  readonly isApart?: boolean | undefined
}

function render({ status = 200, title, body, files, settings, isApart = false }: Page): RouteResponse {
  const script = settings
    ? `<script type="module" src="/files/${files.socialScript}"></script>` +
      `<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>`
    : ''
  return toHtmlResponse({
    status,
    title,
    head: `<link rel="stylesheet" href="/files/${files.linkStyle}"><meta name="robots" content="noindex">${script}`,
    body: `<main><h1>${escapeHtml(title)}</h1>${body}</main>`,
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      // not `no-referrer`: browsers would then send `Origin: null` with the form
      'referrer-policy': 'same-origin',
      ...(isApart && { 'cross-origin-opener-policy': 'same-origin' }),
    },
  })
}
