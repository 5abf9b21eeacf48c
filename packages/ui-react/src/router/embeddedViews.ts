import type { ShellKey } from '../i18n/messages/en.js'
import type { AnyViewDefinition } from './defineView.js'
import { type EmbeddedView, embeddedLoaders } from './embeddedLoaders.js'

const titles: { readonly [name in EmbeddedView]: ShellKey } = {
  EmailLogin: 'signInTitle',
  EmailVerifyDevice: 'emailTitle',
  EmailVerifyOtp: 'emailTitle',
  ConnectSocials: 'signInTitle',
  ConnectingSocial: 'signInTitle',
  ConnectingFarcaster: 'signInTitle',
  ApproveTransaction: 'approveTitle',
}

/** The views of an embedded wallet: most pages have none. */
export const embeddedViews: readonly AnyViewDefinition[] = (Object.keys(titles) as EmbeddedView[]).map(
  (name) =>
    ({
      name,
      title: titles[name],
      // who is logged in stays so without it
      feature: name.startsWith('Email') ? 'email' : name.startsWith('Connect') ? 'socials' : undefined,
      load: embeddedLoaders[name],
    }) as AnyViewDefinition,
)
