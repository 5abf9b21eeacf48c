import { catalogues } from '../../account/words/catalogues.js'
import type { VaultNetwork } from '../../networks/networks.js'
import type { Project, Projects } from '../../projects/project.js'
import type { AccountSettings } from '../../protocol/account.js'
import type { FrameNetwork, FrameSettings } from '../../protocol/network.js'
import { type Language, languages, toDirection } from '../../protocol/notice.js'
import { parseLanguage } from '../../words/words.js'
import { escapeHtml, type RouteResponse, toHtmlResponse } from '../http/response.js'
import type { RouteRequest } from '../http/routes.js'
import { SiteError } from '../http/SiteError.js'
import { toBrandMarkup, toLogoPath } from './brandFiles.js'
import type { FrameFiles } from './frameFiles.js'

type PageOptions = {
  readonly projects: Projects
  readonly knowsProjects: () => boolean
  readonly networks: readonly VaultNetwork[]
  readonly files: FrameFiles
  readonly now: () => number
}

/**
 * The frame page of a project. Browsers show it only inside pages of the project's origins: its CSP blocks all others, which see a
 * frame that never responds.
 */
export function answerPage(
  routeRequest: RouteRequest,
  { projects, knowsProjects, networks, files, now }: PageOptions,
): RouteResponse {
  const id = routeRequest.params.get('projectId') ?? ''
  const language = pickLanguage(routeRequest)
  const project = projects.get(id)
  if (!project && !knowsProjects()) throw notYet()
  if (!project)
    return toHtmlResponse({
      status: 403,
      title: 'Unverified Domain',
      body: '<p>No app is registered here with this project id.</p>',
    })
  const logo = toLogoPath(id, project.brand)
  const isRequired = project.selfCustody === 'required'
  const settings: FrameSettings = {
    project: id,
    origins: project.origins,
    ...(logo && { logo }),
    networks: networks
      .filter(({ caipNetworkId, bundlers }) => !isRequired || bundlers || !caipNetworkId.startsWith('eip155:'))
      .map((network) => toFrameNetwork(network, project)),
    ...(isRequired && { requiresSelfCustody: true as const }),
    now: now(),
    build: files.build,
  }
  return toHtmlResponse({
    status: 200,
    title: catalogues[language].page.title,
    language,
    direction: toDirection(language),
    head: toFrameHead(files, { script: files.script, language }) + toBrandMarkup(projects, id).head,
    body: `<div class="wait"></div><script type="application/json" id="settings">${toScriptText(settings)}</script>`,
    headers: {
      'content-security-policy': toPolicy(project.origins.join(' ')),
      'permissions-policy': passkeyPolicy,
      // cross-origin isolated pages only embed frames that opt in
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}

/** The site has just started, and custody, which knows the projects, has not answered yet. */
function notYet(): SiteError {
  return new SiteError('The vault cannot answer right now. Please try again.', {
    status: 503,
    code: 'UNAVAILABLE',
    headers: { 'retry-after': '5' },
  })
}

function toFrameNetwork(
  { caipNetworkId, name, symbol, decimals, tokens, bundlers, paymaster }: VaultNetwork,
  { paymasters = [] }: Project,
): FrameNetwork {
  const takesPaymaster = paymasters.some(({ chains }) => chains.includes(caipNetworkId))
  const accounts = bundlers && {
    hasSmartAccounts: true as const,
    ...(paymaster && { hasPaymaster: true as const }),
    ...(takesPaymaster && { takesPaymaster }),
  }
  return { caipNetworkId, name, symbol, decimals, ...(tokens && { tokens }), ...accounts }
}

/**
 * The window in which a user approves if their browser can't detect whether a frame is covered. The frame that opened it sends the request,
 * and it can't be framed itself. No opener policy, as it would cut that connection.
 */
export function answerApprovePage(routeRequest: RouteRequest, files: FrameFiles): RouteResponse {
  const language = pickLanguage(routeRequest)
  return toHtmlResponse({
    status: 200,
    title: catalogues[language].page.title,
    language,
    direction: toDirection(language),
    head: toFrameHead(files, { script: files.approveScript, language }),
    body: '',
    headers: { 'content-security-policy': toPolicy("'none'") },
  })
}

/** The window in which a sealed wallet is unlocked for the frame that opened it; like {@link answerApprovePage}. */
export function answerUnlockPage(routeRequest: RouteRequest, files: FrameFiles): RouteResponse {
  const language = pickLanguage(routeRequest)
  return toHtmlResponse({
    status: 200,
    title: catalogues[language].unlock.title,
    language,
    direction: toDirection(language),
    head: toOwnHead(files, { script: files.unlockScript, language }),
    body: '<main></main>',
    headers: { 'content-security-policy': toPolicy("'none'") },
  })
}

/** The page on which guardians help a user recover an account, with wallets of their own. */
export function answerGuardianPage(
  routeRequest: RouteRequest,
  { networks, files }: Pick<PageOptions, 'networks' | 'files'>,
): RouteResponse {
  const language = pickLanguage(routeRequest)
  const own = networks.filter(({ bundlers }) => bundlers)
  const settings = {
    networks: own.map(({ caipNetworkId, name, symbol, decimals }) => ({ caipNetworkId, name, symbol, decimals })),
  }
  return toHtmlResponse({
    status: 200,
    title: catalogues[language].guardian.title,
    language,
    direction: toDirection(language),
    head: toOwnHead(files, { script: files.guardianScript, language }),
    body: `<main></main><script type="application/json" id="settings">${toScriptText(settings)}</script>`,
    headers: { 'content-security-policy': toPolicy("'none'"), 'cross-origin-opener-policy': 'same-origin' },
  })
}

/** The window that runs a passkey ceremony for the frame of the page that opened it; like {@link answerApprovePage}. */
export function answerPasskeyPage(routeRequest: RouteRequest, files: FrameFiles): RouteResponse {
  const language = pickLanguage(routeRequest)
  return toHtmlResponse({
    status: 200,
    title: catalogues[language].kinds.passkey,
    language,
    direction: toDirection(language),
    head: toOwnHead(files, { script: files.passkeyScript, language }),
    body: '<main></main>',
    headers: { 'content-security-policy': toPolicy("'none'"), 'permissions-policy': passkeyPolicy },
  })
}

type PageFiles = { readonly script: string; readonly language: Language }

/** For the frame and the approval window. The texts' script comes first, as module scripts run in order. [HTML §4.12.1] */
function toFrameHead({ style, frameTextScripts }: FrameFiles, { script, language }: PageFiles): string {
  return toHead({ style, script, texts: frameTextScripts[language] })
}

/** For the account page and the windows beside it. */
function toOwnHead({ accountStyle: style, textScripts }: FrameFiles, { script, language }: PageFiles): string {
  return toHead({ style, script, texts: textScripts[language] })
}

function toHead({ style, script, texts }: Readonly<Record<'style' | 'script' | 'texts', string>>): string {
  const scripts = [texts, script].map((file) => `<script type="module" src="/files/${file}"></script>`)
  return `<link rel="stylesheet" href="/files/${style}">${scripts.join('')}`
}

/** The language that the app or the frame names, as `lang`, else the browser's, else English. */
function pickLanguage({ params, request }: RouteRequest): Language {
  const wanted = params.get('lang')
  return languages.find((one) => one === wanted) ?? parseLanguage(request.headers['accept-language'] ?? '') ?? 'en'
}

function toPolicy(ancestors: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** JSON that can't end a script element or start a comment. */
function toScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** The page where users manage their wallet. No other page can embed it, keep a handle to it, or message it. */
export function answerAccount(
  routeRequest: RouteRequest,
  { projects, knowsProjects, networks, files, now }: PageOptions,
): RouteResponse {
  const { params } = routeRequest
  const language = pickLanguage(routeRequest)
  const { page: words } = catalogues[language]
  const inLanguage = { title: words.title, language, direction: toDirection(language) }
  const [only] = projects.size === 1 ? [...projects.keys()] : []
  const id = params.get('projectId') ?? only ?? ''
  const project = projects.get(id)
  if (!project && !knowsProjects()) throw notYet()
  if (!project)
    return toHtmlResponse({
      status: 404,
      ...inLanguage,
      body: `<p>${escapeHtml(words.unknown)}</p>`,
    })
  const { name, brand, origins } = project
  const logo = toLogoPath(id, brand)
  const settings: AccountSettings = {
    project: id,
    name,
    ...(logo && { logo }),
    origins,
    bitcoinNetworks: networks
      .filter(({ caipNetworkId }) => caipNetworkId.startsWith('bip122:'))
      .map(({ caipNetworkId, name }) => ({ caipNetworkId, name })),
    smartNetworks: networks.filter(({ bundlers }) => bundlers).map((network) => toFrameNetwork(network, project)),
    now: now(),
    build: files.build,
  }
  return toHtmlResponse({
    status: 200,
    ...inLanguage,
    head:
      toOwnHead(files, { script: files.accountScript, language }) +
      `${toBrandMarkup(projects, id).head}<meta name="robots" content="noindex">`,
    body: `<main class="account"></main><script type="application/json" id="settings">${toScriptText(settings)}</script>`,
    headers: {
      'content-security-policy': [
        ...[
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          // icons of the operator's login providers
          "img-src 'self' data:",
          "connect-src 'self'",
          "base-uri 'none'",
        ],
        ...[
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ],
      ].join('; '),
      'permissions-policy': passkeyPolicy,
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}

/** Passkeys are used by the page itself, and by no page that it might embed. [Permissions Policy §5.2] */
const passkeyPolicy = 'publickey-credentials-get=(self), publickey-credentials-create=(self)'
