import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountPurpose, AccountState } from '../../protocol/account.js'
import type { LoginProvider, ProviderLooks } from '../../protocol/login.js'
import { say } from '../../words/say.js'
import { createButton, createForm } from '../elements.js'
import { words } from '../texts.js'
import { finishPasskey } from './passkeys.js'
import { createProviderButtons, logInAtProvider } from './providers.js'

export type ConfirmOptions<prepared = void> = {
  readonly purpose: AccountPurpose
  /** Element in which the code field appears. */
  readonly place: HTMLElement
  /** Runs in the click that started it, before a code is sent. */
  readonly prepare?: (() => Promise<prepared>) | undefined
  /** `code` is undefined if this page's fresh login is the proof. */
  readonly onProof: (code: string | undefined, prepared: prepared) => Promise<void>
}

/** Verifies the user, then continues. */
export type Confirm = <prepared = void>(options: ConfirmOptions<prepared>) => Promise<void>

export type CreateConfirmOptions = {
  readonly call: CallVault
  readonly state: AccountState
  readonly looks: ProviderLooks
  /** Milliseconds since the epoch, by the vault's clock. */
  readonly getNow: () => number
  readonly refresh: (notice?: string) => Promise<void>
  /** Adopts the app's login in this browser. Returns false if there is none. */
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
    const form = createForm({
      label: words.common.code,
      type: 'code',
      button: words.common.confirm,
      onSubmit,
    })
    place.replaceChildren(h('p', {}, words.confirm.codeSent), form)
  }

  async function readopt(): Promise<void> {
    if (!(await adopt())) throw new Error(words.confirm.app)
    await refresh(words.confirm.done)
  }

  function logInAgain(place: HTMLElement): void {
    const own = logins.map(({ provider }) => provider)
    const others = ['email', 'passkey', 'token']
    const providers = [...new Set(own)].filter((provider) => !others.includes(provider))
    const phone = h('div')
    const onPress = (provider: LoginProvider): Promise<void> =>
      logInAtProvider({ call, provider, use: 'again', place: phone, onDone: () => refresh(words.confirm.done) })
    const passkey = createButton(
      words.confirm.passkey,
      async () => {
        await finishPasskey(call, 'again')
        await refresh(words.confirm.done)
      },
      { tone: 'plain', icon: 'passkey' },
    )
    const buttons = createProviderButtons({
      providers,
      looks,
      toLabel: (provider) => say(words.confirm.provider, { provider }),
      onPress,
    })
    place.replaceChildren(
      h('p', {}, words.confirm.again),
      ...(own.includes('passkey') ? [passkey] : []),
      ...buttons,
      phone,
      ...(own.includes('token') ? [h('p', {}, words.confirm.app), createButton(words.confirm.appDone, readopt)] : []),
    )
  }
}
