import type { VaultNetwork } from '../../networks/vaultNetwork.js'
import type { Project, Projects } from '../../projects/project.js'
import type { FrameNetwork, FrameSettings } from '../../protocol/network.js'
import type { Answer } from '../http/answer.js'
import { toHtml } from '../http/toHtml.js'
import type { FrameFiles } from './frameFiles.js'

export type PageOptions = {
  readonly projects: Projects
  readonly networks: readonly VaultNetwork[]
  readonly files: FrameFiles
  readonly now: () => number
}

/**
 * The frame page for a project. Browsers show it only inside pages of the project's origins: for any other its own
 * policy forbids it, which the page around it sees as a frame that never answers.
 */
export function answerPage(params: URLSearchParams, { projects, networks, files, now }: PageOptions): Answer {
  const id = params.get('projectId') ?? ''
  const project = projects.get(id)
  if (!project)
    return toHtml({
      status: 403,
      title: 'Unverified Domain',
      body: '<p>This vault knows no app with that project id.</p>',
    })
  const settings: FrameSettings = {
    project: id,
    origins: project.origins,
    networks: networks.map((network) => toFrameNetwork(network, project)),
    now: now(),
    build: files.build,
  }
  return toHtml({
    status: 200,
    title: 'Wallet',
    head: toHead(files),
    body: `<div class="wait"></div><script type="application/json" id="settings">${toScriptText(settings)}</script>`,
    headers: {
      'content-security-policy': toPolicy(project.origins.join(' ')),
      // pages that isolate themselves hold only frames that say so themselves
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    },
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
 * The window in which a visitor approves where their browser cannot tell what lies over a frame. It gets what it shows from the
 * frame that opened it, and is never in a frame itself. No opener policy: it would cut that tie.
 */
export function answerApprovePage({ style, approveScript }: FrameFiles): Answer {
  return toHtml({
    status: 200,
    title: 'Wallet',
    head: toHead({ style, script: approveScript }),
    body: '',
    headers: { 'content-security-policy': toPolicy("'none'") },
  })
}

/** The window in which a sealed wallet is unlocked for the frame that opened it; as {@link answerApprovePage}. */
export function answerUnlockPage({ accountStyle: style, unlockScript: script }: FrameFiles): Answer {
  return toHtml({
    status: 200,
    title: 'Wallet',
    head: toHead({ style, script }),
    body: '<main></main>',
    headers: { 'content-security-policy': toPolicy("'none'") },
  })
}

function toHead({ style, script }: { readonly style: string; readonly script: string }): string {
  return `<link rel="stylesheet" href="/files/${style}"><script type="module" src="/files/${script}"></script>`
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

/** JSON that ends no script element and begins no comment. */
function toScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
