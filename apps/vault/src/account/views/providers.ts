import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { LoginProvider, LoginUse, ProviderLooks } from '../../protocol/login.js'
import { say } from '../../words/say.js'
import { copyText, createButton, createForm } from '../elements.js'
import { createProviderIcon } from '../icons.js'
import { nameLogin, words } from '../texts.js'
import { poll } from './poll.js'

export type ProviderLoginOptions = LoginUse & {
  readonly call: CallVault
  readonly provider: LoginProvider
  /** Element for instructions for the phone, or for the fields of a number and its code. */
  readonly place: HTMLElement
  /** For a login on a phone or by SMS; a provider's page redirects back here by itself. */
  readonly onDone: () => Promise<void>
}

/**
 * Redirects this window to a provider, waits for a phone, or asks for a number. Resolves just before this page is left, once the phone has
 * answered, or once the field for the number is shown.
 */
export async function logInAtProvider(options: ProviderLoginOptions): Promise<void> {
  const { call, provider, use, code, place, onDone } = options
  if (provider === 'phone') return askNumber(options)
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

function askNumber({ call, use, code: confirmation, place, onDone }: ProviderLoginOptions): void {
  const onNumber = async (typed: string): Promise<void> => {
    const { phone } = await call('phone.start', { phone: typed, use })
    const form = createForm({
      label: words.common.code,
      type: 'code',
      button: words.common.continue,
      onSubmit: async (code) => {
        await call('phone.verify', { code, confirmation })
        await onDone()
      },
    })
    place.replaceChildren(h('p', { role: 'status' }, say(words.login.smsSent, { phone })), form)
  }
  const form = createForm({ label: words.login.phone, type: 'tel', button: words.logins.sendCode, onSubmit: onNumber })
  place.replaceChildren(form)
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

/** Returns false if the user has moved on to something else. */
async function awaitPhone(call: CallVault, place: HTMLElement): Promise<boolean> {
  const isDone = await poll(
    async () => (await call('farcaster.wait', {})).status === 'done',
    () => !place.isConnected,
  )
  if (!place.isConnected) return false
  if (!isDone) throw new Error(words.login.farcasterExpired)
  return true
}
