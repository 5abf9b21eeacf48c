import { h } from '../../frame/approval/h.js'
import { VaultError } from '../../frame/errors.js'
import type { CallVault } from '../../frame/session/client.js'
import type { LoginProvider, LoginUse, ProviderLooks } from '../../protocol/login.js'
import { copyText, createButton } from '../elements.js'
import { createProviderIcon } from '../icons.js'
import { nameLogin, words } from '../texts.js'

export type ProviderLoginOptions = LoginUse & {
  readonly call: CallVault
  readonly provider: LoginProvider
  /** Where instructions for the phone appear. */
  readonly place: HTMLElement
  /** For a login on a phone; a provider's page redirects back here by itself. */
  readonly onDone: () => Promise<void>
}

/** Redirects this window to a provider, or waits for a phone. Resolves just before this page is left, or once the phone has answered. */
export async function logInAtProvider({
  call,
  provider,
  use,
  code,
  place,
  onDone,
}: ProviderLoginOptions): Promise<void> {
  const wanted = { use, code }
  if (provider !== 'farcaster') {
    const { uri } = await call('social.start', { provider, ...wanted })
    window.location.assign(uri)
    return
  }
  const { url } = await call('farcaster.start', wanted)
  place.replaceChildren(...createPhoneLink(url))
  if (await awaitPhone(call, place)) await onDone()
}

/** One button per provider. */
export function createProviderButtons({
  providers,
  looks,
  toLabel,
  onPress,
}: {
  readonly providers: readonly LoginProvider[]
  readonly looks: ProviderLooks
  readonly toLabel: (name: string) => string
  readonly onPress: (provider: LoginProvider) => Promise<void>
}): readonly HTMLElement[] {
  return providers.map((provider) => {
    const look = { name: nameLogin(provider, looks), icon: looks.get(provider)?.icon }
    const icon = createProviderIcon(provider, look)
    return createButton(toLabel(look.name), () => onPress(provider), { tone: 'plain', icon })
  })
}

function createPhoneLink(url: string): readonly Node[] {
  if (!/^https?:\/\//.test(url)) throw new Error(words.login.farcasterInvalid)
  const link = h('a', { class: 'link' }, words.login.openFarcaster)
  link.href = url
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  const copy = createButton(words.common.copyLink, () => copyText(url), { tone: 'quiet', icon: 'copy' })
  return [h('p', { role: 'status' }, words.login.farcasterLead), link, copy]
}

/** As long as a login is valid: ten minutes of long polls of up to 20 seconds each. */
const maxPolls = 60

/** Consecutive failures of the vault, or of what it depends on, before we give up. */
const maxFailures = 5

/** Returns false if the user has moved on to something else. */
async function awaitPhone(call: CallVault, place: HTMLElement): Promise<boolean> {
  let failures = 0
  for (let asks = 0; asks < maxPolls && place.isConnected; asks++)
    try {
      const { status } = await call('farcaster.wait', {})
      if (status === 'done') return place.isConnected
      failures = 0
    } catch (cause) {
      failures += 1
      if (!(cause instanceof VaultError && cause.code === 'UNAVAILABLE') || failures >= maxFailures) throw cause
      await new Promise((resolve) => window.setTimeout(resolve, (cause.retryAfter ?? 2) * 1_000))
    }
  if (!place.isConnected) return false
  throw new Error(words.login.farcasterExpired)
}
