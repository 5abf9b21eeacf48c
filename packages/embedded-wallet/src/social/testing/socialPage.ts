// An app page with social login, bundled for a real browser.
import type { Connector, PluginContext, SocialProvider } from '@latchkey/core'
import { createEnv } from '@latchkey/core/plugin'
import { toNetwork } from '../../../test/networks.js'
import { embeddedWallet } from '../../createEmbeddedWallet.js'

export type SocialPage = {
  readonly connector: Connector
  readonly warnings: unknown[]
  /** Arguments of `onStep` and `onStart`. */
  readonly steps: string[]
  /** Outcome of the last login. */
  leaving: AbortController
  /** Outcome of the last login, once it has settled. */
  outcome: unknown
  /** In `performance.now()` time. */
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

const frameUrl = new URLSearchParams(location.search).get('frame') ?? ''
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

const connector = embeddedWallet({ frameUrl }).setup(context)
globalThis.social = {
  leaving: new AbortController(),
  connector,
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
    social.follow(connector.features['social:login']?.({ provider, signal, onStep }))
  },
  resume() {
    const onStart = (provider: string): void => void social.steps.push(provider)
    social.follow(connector.features['social:resume']?.({ signal: social.leaving.signal, onStart }))
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
// loaded before the click, as in the modal
connector.prepare?.()
for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => social.logIn(button.id as SocialProvider))
