import { h } from '../../frame/approval/h.js'
import { canUsePasskeys, runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, LoginEntry } from '../../protocol/account.js'
import { type LoginProvider, type ProviderLooks, toLoginName } from '../../protocol/login.js'
import { createButton, createForm, createSection, toTime } from '../elements.js'
import { createProviderIcon } from '../icons.js'
import type { Confirm } from './confirm.js'
import { createProviderButtons, logInAtProvider } from './providers.js'

export type LoginsOptions = {
  readonly call: CallVault
  readonly state: AccountState
  /** Providers that the vault supports. */
  readonly providers: readonly LoginProvider[]
  /** Whether users of the app create passkeys. */
  readonly passkeys: boolean
  readonly looks: ProviderLooks
  readonly confirm: Confirm
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly refresh: (notice?: string) => Promise<void>
}

/** Lists the logins of the wallet, each with a way to remove it, and those that can be added. */
export function createLogins(options: LoginsOptions): HTMLElement {
  const { logins, exportFrom, isGuest } = options.state
  const isNew = logins.length > 1 && exportFrom > options.now
  const note = `This browser is new to your wallet. You can remove the other logins here from ${toTime(exportFrom)}.`
  const rows = logins.map((login) => createRow(options, login))
  return createSection(
    'Logins',
    isGuest ? h('p', {}, guestLead) : h('ul', {}, ...rows),
    isNew && h('p', {}, note),
    createAddLogin(options),
  )
}

const guestLead =
  'You’re using this wallet as a guest: only this browser opens it. Add a login, or you lose the wallet when you clear this browser’s data.'

/** After a login was added. */
export function toAddedNotice(provider: LoginProvider | 'passkey', looks?: ProviderLooks): string {
  return `${toLoginName(provider, looks)} was added. You can now log in with it.`
}

function createRow({ call, state, looks, confirm, now, refresh }: LoginsOptions, login: LoginEntry): HTMLElement {
  const { id, provider, name, isThis } = login
  const place = h('div')
  const title = provider === 'email' ? 'Email' : toLoginName(provider, looks)
  const icon = createProviderIcon(provider, { name: title, icon: looks.get(provider)?.icon })
  const about = [icon, h('strong', {}, title), ...(name === undefined ? [] : [' ', h('bdi', {}, name)])]
  const row = h('li', {}, h('span', { class: 'login' }, ...about), h('small', {}, toFacts(login)))
  if (provider === 'passkey') row.append(createRename(call, login, refresh))
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

/** When it was added and used, and where it is. */
function toFacts({ provider, since, usedAt, isSynced, isThis }: LoginEntry): string {
  const used = usedAt === undefined ? 'Not used yet' : `Last used ${toTime(usedAt)}`
  const place = isSynced ? 'Synced by your password manager' : 'On one device only'
  const facts = [
    `Added ${toTime(since)}`,
    ...(provider === 'passkey' ? [used, place] : []),
    ...(isThis ? ['Used in this browser'] : []),
  ]
  return facts.join(' · ')
}

function createRename(call: CallVault, { id, name }: LoginEntry, refresh: LoginsOptions['refresh']): HTMLElement {
  const place = h('div')
  const begin = createButton(
    'Rename',
    () =>
      place.replaceChildren(
        createForm({
          label: 'Name of the passkey',
          type: 'text',
          button: 'Save',
          value: name,
          onSubmit: async (typed) => {
            await call('logins.rename', { id, name: typed })
            await refresh('The passkey was renamed.')
          },
        }),
      ),
    { tone: 'quiet' },
  )
  return h('div', {}, begin, place)
}

function toWarning({ id, provider }: LoginEntry): string {
  if (provider === 'passkey')
    return 'It will no longer open this wallet. Browsers that are logged in with it are logged out. Delete it on your device or in your password manager, too.'
  const all =
    'It will no longer open this wallet: logging in with it creates a new one. Browsers that are logged in with it are logged out.'
  if (id !== 'email') return all
  return (
    'You can no longer log in with this address, and won’t get notices there. For 24 hours, no new browser can log in and the recovery phrase can’t be shown. ' +
    'A link in the email that we send you can undo this for 72 hours.'
  )
}

function createAddLogin(options: LoginsOptions): HTMLElement | null {
  const { call, state, providers, passkeys, looks, confirm, refresh } = options
  const has = new Set(state.logins.map(({ provider }) => provider))
  const others = providers.filter((provider) => !has.has(provider))
  const canAdd = passkeys && canUsePasskeys()
  if (others.length === 0 && has.has('email') && !canAdd) return null
  const place = h('div')
  const onPress = (provider: LoginProvider): Promise<void> =>
    confirm({
      purpose: 'link',
      place,
      onProof: (code) =>
        logInAtProvider({
          call,
          provider,
          use: 'link',
          code,
          place,
          onDone: () => refresh(toAddedNotice(provider, looks)),
        }),
    })
  const buttons = createProviderButtons({ providers: others, looks, toLabel: (name) => `Add ${name}`, onPress })
  const email = createButton('Add an email address', () => addEmail(options, place), { tone: 'plain', icon: 'email' })
  const passkey = createButton('Add a passkey', () => addPasskey(options, place), { tone: 'plain', icon: 'passkey' })
  const choices = h(
    'div',
    { class: 'choices' },
    ...(canAdd ? [passkey] : []),
    ...(has.has('email') ? [] : [email]),
    ...buttons,
  )
  return h('div', {}, h('h3', {}, 'Add a login'), choices, place)
}

/** The wallet's own proof first, then a name, so that several can be told apart; the browser's dialog opens in the last click. */
function addPasskey({ call, confirm, refresh }: LoginsOptions, place: HTMLElement): Promise<void> {
  return confirm({
    purpose: 'link',
    place,
    onProof: async (code) => {
      const { options } = await call('passkey.start', { use: 'link', code })
      const form = createForm({
        label: 'Name of the passkey, e.g. of the device',
        type: 'text',
        button: 'Create passkey',
        onSubmit: async (typed) => {
          const response = await runCeremony({ options })
          const name = typed.trim()
          await call('passkey.finish', { use: 'link', response, ...(name !== '' && { name }) })
          await refresh(toAddedNotice('passkey'))
        },
      })
      place.replaceChildren(form)
    },
  })
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
