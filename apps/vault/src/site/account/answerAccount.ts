import type { Projects } from '../../projects/project.js'
import type { AccountSettings } from '../../protocol/accountSettings.js'
import type { Answer } from '../http/answer.js'
import { toHtml } from '../http/toHtml.js'
import type { FrameFiles } from '../page/frameFiles.js'

export type AccountPageOptions = {
  readonly projects: Projects
  readonly files: FrameFiles
  readonly now: () => number
}

/** The page where visitors see to their own wallets. No other page holds it, opens it with a handle, or is spoken to by it. */
export function answerAccount(params: URLSearchParams, { projects, files, now }: AccountPageOptions): Answer {
  const [only] = projects.size === 1 ? [...projects.keys()] : []
  const id = params.get('projectId') ?? only ?? ''
  const project = projects.get(id)
  if (!project)
    return toHtml({
      status: 404,
      title: 'Your wallet',
      body: '<p>Open this page by a link from a mail of your wallet.</p>',
    })
  const settings: AccountSettings = { project: id, name: project.name, now: now(), build: files.build }
  return toHtml({
    status: 200,
    title: 'Your wallet',
    head:
      `<link rel="stylesheet" href="/files/${files.accountStyle}"><meta name="robots" content="noindex">` +
      `<script type="module" src="/files/${files.accountScript}"></script>`,
    body: `<main></main><script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>`,
    headers: {
      'content-security-policy': [
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "base-uri 'none'"],
        ...[
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ],
      ].join('; '),
      'cross-origin-opener-policy': 'same-origin',
    },
  })
}
