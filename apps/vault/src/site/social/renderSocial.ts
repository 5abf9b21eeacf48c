import type { Projects } from '../../projects/project.js'
import { toLoginName } from '../../protocol/login.js'
import { escapeHtml, type RouteResponse, toHtmlResponse } from '../http/response.js'
import { toBrandMarkup } from '../page/brandFiles.js'
import type { FrameFiles } from '../page/frameFiles.js'
import type { SocialReplyOrError, SocialSettings } from './socialAnswer.js'

/** Appearance of these pages. */
export type SocialLook = {
  readonly projects: Projects
  readonly files: Pick<FrameFiles, 'linkStyle' | 'socialScript'>
}

type Reply<status extends string> = Extract<SocialReplyOrError, { readonly status: status }>

export function renderLoading(look: SocialLook): RouteResponse {
  const body =
    '<p id="wait">Taking you to your provider…</p>' +
    '<div id="lost" hidden><p>This window wasn’t opened by an app, so nobody was logged in.</p><p>Close it and start again in the app.</p></div>'
  return render({ title: 'Logging in', body, look, settings: { page: 'loading' } })
}

export function renderGone(look: SocialLook): RouteResponse {
  const body = '<p>It was already used, or it has expired. Close this window and start again in the app.</p>'
  return render({ status: 410, title: 'This login is no longer valid', body, look })
}

/** For another browser than the one that started the login, which stays valid. */
export function renderElsewhere({ project, origin, app }: Reply<'elsewhere'>, look: SocialLook): RouteResponse {
  const body =
    `<p>This login to <strong>${escapeHtml(app)}</strong> didn’t start in this browser, so nobody was logged in. If someone sent you here, close this page.</p>` +
    `<p>If you did start it here, this browser may block this site’s cookies. Allow them, then log in again at <a href="${escapeHtml(origin)}" rel="noreferrer">${escapeHtml(origin)}</a>.</p>`
  return render({ status: 403, title: 'Log in where you started', body, project, look, isApart: true })
}

/** For the app's developer: the login stays valid. */
export function renderNotListed(look: SocialLook): RouteResponse {
  const body =
    '<p>The app returns to a page that isn’t set up for logins. Go back and log in on its start page.</p>' +
    '<p>Developers: list the path of the page in <code>returnPaths</code> of the project.</p>'
  return render({ status: 400, title: 'This login can’t start here', body, look, isApart: true })
}

export function renderDone({ project, origin }: Reply<'confirmed'>, look: SocialLook): RouteResponse {
  const body = `<p>Go back to <strong>${escapeHtml(origin)}</strong>.</p><p>You can close this window.</p>`
  return render({ title: 'You are logged in', body, project, look, settings: { page: 'done' }, isApart: true })
}

/** The page at the result's address, which is meant for programs. */
export function renderResult(look: SocialLook): RouteResponse {
  return render({ title: 'Go back to the app', body: '<p>The login continues there.</p>', look })
}

/**
 * After the provider's answer: passes the result to the app's page, if it opened this window. If the window has lost its opener, continues
 * by asking whether the user started this login.
 */
export function renderAnswered(
  { project, provider, providerName: name = toLoginName(provider), origin, app, resultUri, fault }: Reply<'answered'>,
  look: SocialLook,
): RouteResponse {
  const settings: SocialSettings = { page: 'result', resultUri, origin }
  const site = `<strong>${escapeHtml(origin)}</strong>`
  if (fault !== undefined) {
    const body = `<p role="alert">${escapeHtml(fault)}</p><p>Close this window and try again at ${site}.</p>`
    return render({ status: 200, title: `Not logged in with ${name}`, body, project, look, settings })
  }
  const { searchParams } = new URL(resultUri)
  const body =
    `<p id="wait">Taking you back to ${site}…</p>` +
    `<div id="lost" hidden><p>${escapeHtml(app)} didn’t accept the login. Close this window and log in again at ${site}.</p></div>` +
    toForm('/social/ask', { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' })
  return render({ title: `Logged in with ${name}`, body, project, look, settings })
}

/** Asks whether the user started the login, as an attacker may have sent them here. */
export function renderAsk(
  { project, provider, providerName: name = toLoginName(provider), account, origin, app, browser, place }: Reply<'ask'>,
  confirmation: { readonly state: string; readonly code: string },
  look: SocialLook,
): RouteResponse {
  const rows = [
    [`${name} account`, account],
    ['App', app],
    ['Site', origin],
    ['Browser', browser],
    ['IP address', place],
  ]
    .flatMap(([term = '', value]) => (value ? [`<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(value)}</dd>`] : []))
    .join('')
  const body =
    `<p>This browser gets access to your wallet. Continue only if you just started logging in there with ${escapeHtml(name)}.</p><dl>${rows}</dl>` +
    toForm('/social/confirm', confirmation, '<button disabled>Continue</button><p id="status" role="status"></p>') +
    '<p>If you didn’t, close this window. Nobody can log in without your confirmation.</p>'
  return render({ title: 'Did you start this login?', body, project, look, settings: { page: 'ask' }, isApart: true })
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
  readonly project?: string | undefined
  readonly look: SocialLook
  readonly settings?: SocialSettings | undefined
  /** Isolates the window from whatever opened it, so that no other page moves it under a click. Only if the app's page isn't needed. */
  readonly isApart?: boolean | undefined
}

function render({ status = 200, title, body, project, look, settings, isApart = false }: Page): RouteResponse {
  const { files, projects } = look
  const { head, header } = toBrandMarkup(projects, project)
  const script = settings
    ? `<script type="module" src="/files/${files.socialScript}"></script>` +
      `<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>`
    : ''
  return toHtmlResponse({
    status,
    title,
    head: `<link rel="stylesheet" href="/files/${files.linkStyle}">${head}<meta name="robots" content="noindex">${script}`,
    body: `<main>${header}<h1>${escapeHtml(title)}</h1>${body}</main>`,
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      // not `no-referrer`: browsers would then send `Origin: null` with the form
      'referrer-policy': 'same-origin',
      ...(isApart && { 'cross-origin-opener-policy': 'same-origin' }),
    },
  })
}
