import { h } from '../../frame/approval/h.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, LoginEntry } from '../../protocol/account.js'
import { type LoginProvider, loginNames } from '../../protocol/login.js'
import { createButton, createForm, createSection, toTime } from '../elements.js'
import { createIcon } from '../icons.js'
import type { Confirm } from './confirm.js'
import { createProviderButtons, logInAtProvider } from './providers.js'

export type LoginsOptions = {
  readonly call: CallVault
  readonly state: AccountState
  /** Providers that the vault supports. */
  readonly providers: readonly LoginProvider[]
  readonly confirm: Confirm
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly refresh: (notice?: string) => Promise<void>
}

/** Lists the logins of the wallet, each with a way to remove it, and those that can be added. */
export function createLogins(options: LoginsOptions): HTMLElement {
  const { logins, exportFrom } = options.state
  const isNew = logins.length > 1 && exportFrom > options.now
  const note = `This browser is new to your wallet. You can remove the other logins here from ${toTime(exportFrom)}.`
  const rows = logins.map((login) => createRow(options, login))
  return createSection('Logins', h('ul', {}, ...rows), isNew && h('p', {}, note), createAddLogin(options))
}

/** After a login was added. */
export function toAddedNotice(provider: LoginProvider): string {
  return `${loginNames[provider]} was added. You can now log in with it.`
}

function toName({ provider }: LoginEntry): string {
  return provider === 'email' ? 'Email' : loginNames[provider]
}

function createRow({ call, state, confirm, now, refresh }: LoginsOptions, login: LoginEntry): HTMLElement {
  const { id, provider, name, since, isThis } = login
  const place = h('div')
  const title = toName(login)
  const about = [createIcon(provider), h('strong', {}, title), ...(name === undefined ? [] : [' ', h('bdi', {}, name)])]
  const row = h(
    'li',
    {},
    h('span', { class: 'login' }, ...about),
    h('small', {}, `Added ${toTime(since)}${isThis ? ' · Used in this browser' : ''}`),
  )
  if (state.logins.length === 1) {
    row.append(h('small', {}, 'Your only login. Add another before you remove it.'))
    return row
  }
  // the login that was just used can be removed at once, any other only in a browser that is at least a day old
  if (id !== 'email' && !isThis && state.exportFrom > now) return row
  const done = isThis ? `${title} was removed, and this page was logged out.` : `${title} was removed.`
  const remove = createButton(
    'Confirm removal',
    () =>
      confirm({
        purpose: 'unlink',
        place,
        onProof: async (code) => {
          await call('logins.remove', { id, code })
          await refresh(done)
        },
      }),
    { tone: 'quiet' },
  )
  const begin = createButton(`Remove ${title}`, () => place.replaceChildren(h('p', {}, toWarning(login)), remove), {
    tone: 'quiet',
  })
  row.append(begin, place)
  return row
}

function toWarning({ id }: LoginEntry): string {
  const all =
    'It will no longer open this wallet: logging in with it creates a new one. Browsers that are logged in with it are logged out.'
  if (id !== 'email') return all
  return (
    'You can no longer log in with this address, and won’t get notices there. For 24 hours, no new browser can log in and the recovery phrase can’t be shown. ' +
    'A link in the email that we send you can undo this for 72 hours.'
  )
}

function createAddLogin(options: LoginsOptions): HTMLElement | null {
  const { call, state, providers, confirm, refresh } = options
  const has = new Set(state.logins.map(({ provider }) => provider))
  const others = providers.filter((provider) => !has.has(provider))
  if (others.length === 0 && has.has('email')) return null
  const place = h('div')
  const onPress = (provider: LoginProvider): Promise<void> =>
    confirm({
      purpose: 'link',
      place,
      onProof: (code) =>
        logInAtProvider({ call, provider, use: 'link', code, place, onDone: () => refresh(toAddedNotice(provider)) }),
    })
  const buttons = createProviderButtons({ providers: others, toLabel: (name) => `Add ${name}`, onPress })
  const email = createButton('Add an email address', () => addEmail(options, place), { tone: 'plain', icon: 'email' })
  const choices = h('div', { class: 'choices' }, ...(has.has('email') ? [] : [email]), ...buttons)
  return h('div', {}, h('h3', {}, 'Add a login'), choices, place)
}

function addEmail({ call, confirm, refresh }: LoginsOptions, place: HTMLElement): Promise<void> {
  return confirm({
    purpose: 'link',
    place,
    onProof: async () => {
      const onCode = async (code: string): Promise<void> => {
        await call('update.secondary', { code })
        await refresh('Your email address was added. You can now log in with it.')
      }
      const onEmail = async (email: string): Promise<void> => {
        await call('update.start', { email })
        const form = createForm({
          label: 'Six-digit code',
          type: 'code',
          button: 'Confirm',
          onSubmit: onCode,
        })
        place.replaceChildren(form)
      }
      place.replaceChildren(
        createForm({ label: 'Your email address', type: 'email', button: 'Send code', onSubmit: onEmail }),
      )
    },
  })
}
