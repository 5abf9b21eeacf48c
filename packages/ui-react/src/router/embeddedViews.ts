import { loadModule } from '@latchkey/core'
import type { ShellKey } from '../i18n/messages/en.js'
import type { AnyViewDefinition } from './defineView.js'
import type { EmbeddedView } from './embeddedLoaders.js'

const titles: { readonly [name in EmbeddedView]: ShellKey } = {
  EmailLogin: 'signInTitle',
  EmailVerifyDevice: 'emailTitle',
  EmailVerifyOtp: 'emailTitle',
  ConnectSocials: 'signInTitle',
  ConnectingSocial: 'signInTitle',
  ConnectingFarcaster: 'signInTitle',
  AccountSettings: 'settingsTitle',
  ApproveTransaction: 'approveTitle',
  UpdateEmailWallet: 'emailEditTitle',
  UpdateEmailPrimaryOtp: 'emailEditTitle',
  UpdateEmailSecondaryOtp: 'emailEditTitle',
}

/** The views of an embedded wallet. Most pages have none, so the shell has no more of them than names and titles. */
export const embeddedViews: readonly AnyViewDefinition[] = (Object.keys(titles) as EmbeddedView[]).map(
  (name) =>
    ({
      name,
      title: titles[name],
      // who is logged in stays so without it
      feature: name.startsWith('Email') ? 'email' : name.startsWith('Connect') ? 'socials' : undefined,
      load: async () => (await loadModule(() => import('./embeddedLoaders.js'))).embeddedLoaders[name](),
    }) as AnyViewDefinition,
)
