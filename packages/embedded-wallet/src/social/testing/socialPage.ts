// An app page with social login, bundled for a real browser.
import type { Connector, PluginContext, SocialProvider } from '@latchkey/core'
import { createEnv } from '@latchkey/core/plugin'
import { toNetwork } from '../../../test/networks.js'
import { embeddedWallet } from '../../createEmbeddedWallet.js'

export type SocialPage = {
  /** Started with the page, or on first use if there is another modal. */
  readonly connector: Connector
  /** The connector of another modal, whose secure site the query names. It starts with the page. */
  readonly other: Connector | undefined
  readonly warnings: unknown[]
  /** Arguments of `onStep` and `onStart`. */
  readonly steps: string[]
  /** Aborts the last login. */
  leaving: AbortController
  /** Outcome of the last login, once it has settled. */
  outcome: unknown
  /** When the last login settled, in `performance.now()` time. */
  endedAt: number
  /** When the last popup was found closed. */
  closedAt: number
  logIn(provider: SocialProvider): void
  resume(): void
  leave(): void
  follow(promise: Promise<unknown> | undefined): void
}

declare global {
  var social: SocialPage
}

const query = new URLSearchParams(location.search)
const frameUrl = query.get('frame') ?? ''
const otherUrl = query.get('other')
const warnings: unknown[] = []
const context: PluginContext = {
  env: createEnv(),
  signal: new AbortController().signal,
  warn: (cause) => void warnings.push(String(cause)),
  log: () => undefined,
  showAlert: () => undefined,
  hasLogins: () => true,
  barLogins: () => undefined,
  getLocale: () => undefined,
  getTheme: () => ({ mode: undefined, variables: {} }),
  getNetworks: () => [toNetwork('eip155:1')],
  getAdapter: () => undefined,
  setClientId: () => undefined,
  options: {
    id: 'latchkey',
    projectId: 'demo',
    debug: false,
    enableEIP6963: true,
    enableReconnect: true,
    relayUrl: undefined,
    metadata: { name: 'Shop' },
  },
}

const other = otherUrl
  ? embeddedWallet({ frameUrl: otherUrl }).setup({ ...context, options: { ...context.options, id: 'other' } })
  : undefined
const start = createStart()
globalThis.social = {
  leaving: new AbortController(),
  get connector() {
    return start()
  },
  other,
  warnings,
  steps: [],
  outcome: undefined,
  endedAt: 0,
  closedAt: 0,
  follow(promise) {
    social.outcome = 'waiting'
    const end = (outcome: object): void => {
      social.endedAt = performance.now()
      social.outcome = outcome
    }
    promise?.then(
      (value) => end({ value }),
      (cause: Error & { readonly code?: string; readonly shortMessage?: string; readonly details?: string }) => {
        end({ error: cause.code ?? cause.name, text: cause.shortMessage, details: cause.details })
      },
    )
  },
  logIn(provider) {
    social.leaving = new AbortController()
    const { signal } = social.leaving
    const onStep = (step: string): void => void social.steps.push(step)
    social.follow(start().features['social:login']?.({ provider, signal, onStep }))
  },
  resume() {
    const onStart = (provider: string): void => void social.steps.push(provider)
    social.follow(start().features['social:resume']?.({ signal: social.leaving.signal, onStart }))
  },
  leave: () => social.leaving.abort(new Error('left')),
}
const { open } = window
window.open = (...args) => {
  const popup = open.apply(window, args)
  const timer = setInterval(() => {
    if (!popup?.closed) return
    clearInterval(timer)
    social.closedAt = performance.now()
  }, 10)
  return popup
}
if (!other) start()
for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => social.logIn(button.id as SocialProvider))

/** Starts the modal once. */
function createStart(): () => Connector {
  let own: Connector | undefined
  return () => {
    own ??= embeddedWallet({ frameUrl }).setup(context)
    // loaded before the click, as in the modal
    own.prepare?.()
    return own
  }
}
