import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountPurpose, AccountState } from '../../protocol/account.js'
import type { LoginProvider } from '../../protocol/login.js'
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
  /** Milliseconds since the epoch, by the vault's clock. */
  readonly getNow: () => number
  readonly refresh: (notice?: string) => Promise<void>
}

/** Confirms with a fresh code, or with a fresh login if the wallet has no mailbox. */
export function createConfirm({ call, state: { logins, freshUntil }, getNow, refresh }: CreateConfirmOptions): Confirm {
  return async <prepared>({ purpose, place, prepare, onProof }: ConfirmOptions<prepared>) => {
    if (freshUntil !== undefined && getNow() >= freshUntil) return logInAgain(place)
    const prepared = (await prepare?.()) as prepared
    if (freshUntil !== undefined) return onProof(undefined, prepared)
    await call('account.code', { purpose })
    const onSubmit = (code: string): Promise<void> => onProof(code, prepared)
    const form = createForm({ label: 'Six-digit code', type: 'code', button: 'Confirm', onSubmit })
    place.replaceChildren(h('p', {}, 'We’ve emailed you a code. Never share it elsewhere.'), form)
  }

  function logInAgain(place: HTMLElement): void {
    const providers = [
      ...new Set(logins.flatMap(({ provider }) => (provider === 'email' || provider === 'passkey' ? [] : [provider]))),
    ]
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
    const own = logins.some(({ provider }) => provider === 'passkey') ? [passkey] : []
    const buttons = createProviderButtons({ providers, toLabel: (name) => `Log in with ${name} again`, onPress })
    place.replaceChildren(
      h('p', {}, 'First, verify that it’s you. Then select the action again.'),
      ...own,
      ...buttons,
      phone,
    )
  }
}

/** Shown after a login that confirmed who the user is. */
export const confirmedNotice = 'Verified. You can continue within ten minutes.'
