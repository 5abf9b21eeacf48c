import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountPurpose, AccountState } from '../../protocol/account.js'
import type { LoginProvider, ProviderLooks } from '../../protocol/login.js'
import { createButton, createForm } from '../elements.js'
import { finishPasskey } from './passkeys.js'
import { createProviderButtons, logInAtProvider } from './providers.js'

export type ConfirmOptions<prepared = void> = {
  readonly purpose: AccountPurpose
  /** Where the code field appears. */
  readonly place: HTMLElement
  /** Runs in the click that started it, before a code is sent. */
  readonly prepare?: (() => Promise<prepared>) | undefined
  /** `code` is undefined if this page's fresh login is the proof. */
  readonly onProof: (code: string | undefined, prepared: prepared) => Promise<void>
}

/** Asks the user to prove who they are, then continues. */
export type Confirm = <prepared = void>(options: ConfirmOptions<prepared>) => Promise<void>

export type CreateConfirmOptions = {
  readonly call: CallVault
  readonly state: AccountState
  readonly looks: ProviderLooks
  /** Milliseconds since the epoch, by the vault's clock. */
  readonly getNow: () => number
  readonly refresh: (notice?: string) => Promise<void>
  /** Takes over the login of the app in this browser. Returns false if there is none. */
  readonly adopt: () => Promise<boolean>
}

/** Confirms with a fresh code, or with a fresh login if the wallet has no mailbox. */
export function createConfirm({
  call,
  state: { logins, freshUntil, isGuest },
  looks,
  getNow,
  refresh,
  adopt,
}: CreateConfirmOptions): Confirm {
  return async <prepared>({ purpose, place, prepare, onProof }: ConfirmOptions<prepared>) => {
    if (!isGuest && freshUntil !== undefined && getNow() >= freshUntil) return logInAgain(place)
    const prepared = (await prepare?.()) as prepared
    if (freshUntil !== undefined) return onProof(undefined, prepared)
    await call('account.code', { purpose })
    const onSubmit = (code: string): Promise<void> => onProof(code, prepared)
    const form = createForm({ label: 'Six-digit code', type: 'code', button: 'Confirm', onSubmit })
    place.replaceChildren(h('p', {}, 'We’ve emailed you a code. Never share it elsewhere.'), form)
  }

  async function readopt(): Promise<void> {
    if (!(await adopt())) throw new Error(appLead)
    await refresh(confirmedNotice)
  }

  function logInAgain(place: HTMLElement): void {
    const own = logins.map(({ provider }) => provider)
    const others = ['email', 'passkey', 'token']
    const providers = [...new Set(own)].filter((provider) => !others.includes(provider))
    const phone = h('div')
    const onPress = (provider: LoginProvider): Promise<void> =>
      logInAtProvider({ call, provider, use: 'again', place: phone, onDone: () => refresh(confirmedNotice) })
    const passkey = createButton(
      'Use your passkey again',
      async () => {
        await finishPasskey(call, 'again')
        await refresh(confirmedNotice)
      },
      { tone: 'plain', icon: 'passkey' },
    )
    const buttons = createProviderButtons({ providers, looks, toLabel: (name) => `Log in with ${name} again`, onPress })
    place.replaceChildren(
      h('p', {}, 'First, verify that it’s you. Then select the action again.'),
      ...(own.includes('passkey') ? [passkey] : []),
      ...buttons,
      phone,
      ...(own.includes('token') ? [h('p', {}, appLead), createButton('I’ve logged in again', readopt)] : []),
    )
  }
}

/** For users whom the app's backend logs in. */
const appLead = 'Log in again in the app, in this browser, then come back here.'

/** Shown after a login that confirmed who the user is. */
export const confirmedNotice = 'Verified. You can continue within ten minutes.'
