import { h } from '../../frame/approval/h.js'
import { canUsePasskeys, runCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { AccountState, LoginEntry } from '../../protocol/account.js'
import type { LoginProvider, ProviderLooks } from '../../protocol/login.js'
import { say, toTime } from '../../words/say.js'
import { createButton, createForm, createRow, createSection } from '../elements.js'
import { createProviderIcon } from '../icons.js'
import { nameLogin, words } from '../texts.js'
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

/** Lists the logins of the wallet, each with a way to remove it, and those that can be added. Passkeys have a section of their own. */
export function createLogins(options: LoginsOptions): readonly HTMLElement[] {
  const { logins, exportFrom, isGuest } = options.state
  const isNew = logins.length > 1 && exportFrom > options.now
  const note = say(words.logins.newBrowser, { time: toTime(exportFrom) })
  const others = isGuest ? [] : logins.filter(({ provider }) => provider !== 'passkey')
  const section = createSection(
    { title: words.logins.title, icon: 'person' },
    isGuest ? h('p', {}, words.logins.guest) : createRows(options, others),
    isNew && h('p', {}, note),
    createAddLogin(options),
  )
  return [section, ...createPasskeys(options)]
}

/** None if the app doesn't use passkeys and the user has none. */
function createPasskeys(options: LoginsOptions): readonly HTMLElement[] {
  const own = options.state.logins.filter(({ provider }) => provider === 'passkey')
  const canAdd = options.passkeys && canUsePasskeys()
  if (own.length === 0 && !canAdd) return []
  const place = h('div')
  const add = createButton(words.passkeys.add, () => addPasskey(options, place), { tone: 'plain', icon: 'passkey' })
  const lead = h('p', {}, words.passkeys.lead)
  return [
    createSection(
      { title: words.passkeys.title, icon: 'passkey' },
      lead,
      createRows(options, own),
      canAdd && add,
      place,
    ),
  ]
}

function createRows(options: LoginsOptions, logins: readonly LoginEntry[]): HTMLElement | null {
  return logins.length === 0 ? null : h('ul', {}, ...logins.map((login) => createLoginRow(options, login)))
}

/** After a login was added. */
export function toAddedNotice(provider: LoginProvider | 'passkey', looks?: ProviderLooks): string {
  return say(words.logins.addDone, { login: nameLogin(provider, looks) })
}

function createLoginRow({ call, state, looks, confirm, now, refresh }: LoginsOptions, login: LoginEntry): HTMLElement {
  const { id, provider, name, isThis } = login
  const place = h('div')
  const title = nameLogin(provider, looks)
  const icon = createProviderIcon(provider, { name: title, icon: looks.get(provider)?.icon })
  const about = [h('strong', {}, title), ...(name === undefined ? [] : [' ', h('bdi', {}, name)])]
  const isOnly = state.logins.length === 1
  const isPasskey = provider === 'passkey'
  const rename = isPasskey ? [createRename({ call, login, place, refresh })] : []
  const isOnlyPasskey = isPasskey && state.logins.filter((one) => one.provider === 'passkey').length === 1
  const isOnlyFactor = isOnlyPasskey && state.factors.kinds.includes('passkey')
  const note = isOnly ? words.logins.only : words.logins.onlyFactor
  const row = { icon, title: about, facts: [toFacts(login), ...(isOnly || isOnlyFactor ? [note] : [])], place }
  // the login that was just used can be removed at once, any other only in a browser that is at least a day old
  const isEarly = id !== 'email' && !isThis && state.exportFrom > now
  if (isOnly || isOnlyFactor || isEarly) return createRow({ ...row, actions: rename })
  const done = say(isThis ? words.logins.removedThis : words.logins.removed, { login: title })
  const remove = createButton(
    words.logins.confirmRemoval,
    () =>
      confirm({
        purpose: 'unlink',
        place,
        onProof: async (code) => {
          await call('logins.remove', { id, code })
          await refresh(done)
        },
      }),
    { tone: 'bad' },
  )
  const begin = createButton(
    say(words.logins.remove, { login: title }),
    () => place.replaceChildren(h('p', {}, toWarning(login)), remove),
    { tone: 'quiet' },
  )
  return createRow({ ...row, actions: [...rename, begin] })
}

/** When it was added and used, and where it is. */
function toFacts({ provider, since, usedAt, isSynced, isThis }: LoginEntry): string {
  const used = usedAt === undefined ? words.logins.unused : say(words.logins.usedAt, { time: toTime(usedAt) })
  const place = isSynced ? words.logins.synced : words.logins.notSynced
  const facts = [
    say(words.logins.added, { time: toTime(since) }),
    ...(provider === 'passkey' ? [used, place] : []),
    ...(isThis ? [words.logins.usedHere] : []),
  ]
  return facts.join(' · ')
}

function createRename({
  call,
  login: { id, name },
  place,
  refresh,
}: Pick<LoginsOptions, 'call' | 'refresh'> & { readonly login: LoginEntry; readonly place: HTMLElement }): HTMLElement {
  return createButton(
    words.passkeys.rename,
    () =>
      place.replaceChildren(
        createForm({
          label: words.passkeys.name,
          type: 'text',
          button: words.common.save,
          value: name,
          onSubmit: async (typed) => {
            await call('logins.rename', { id, name: typed })
            await refresh(words.passkeys.renamed)
          },
        }),
      ),
    { tone: 'quiet' },
  )
}

function toWarning({ id, provider }: LoginEntry): string {
  if (provider === 'passkey') return words.logins.warnPasskey
  return id === 'email' ? words.logins.warnEmail : words.logins.warnProvider
}

function createAddLogin(options: LoginsOptions): HTMLElement | null {
  const { call, state, providers, looks, confirm, refresh } = options
  const has = new Set(state.logins.map(({ provider }) => provider))
  const others = providers.filter((provider) => !has.has(provider))
  if (others.length === 0 && has.has('email')) return null
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
  const buttons = createProviderButtons({
    providers: others,
    looks,
    toLabel: (login) => say(words.logins.add, { login }),
    onPress,
  })
  const email = createButton(words.logins.addEmail, () => addEmail(options, place), { tone: 'plain', icon: 'email' })
  return h('div', {}, h('div', { class: 'choices' }, has.has('email') ? null : email, ...buttons), place)
}

/** First verifies the user, then asks for a name to distinguish passkeys; the browser's dialog opens with the last click. */
function addPasskey({ call, confirm, refresh }: LoginsOptions, place: HTMLElement): Promise<void> {
  return confirm({
    purpose: 'link',
    place,
    onProof: async (code) => {
      const { options } = await call('passkey.start', { use: 'link', code })
      const form = createForm({
        label: words.passkeys.nameHint,
        type: 'text',
        button: words.common.createPasskey,
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
        await refresh(words.logins.emailAdded)
      }
      const onEmail = async (email: string): Promise<void> => {
        await call('update.start', { email })
        const form = createForm({
          label: words.common.code,
          type: 'code',
          button: words.common.confirm,
          onSubmit: onCode,
        })
        place.replaceChildren(form)
      }
      place.replaceChildren(
        createForm({
          label: words.common.email,
          type: 'email',
          button: words.logins.sendCode,
          onSubmit: onEmail,
        }),
      )
    },
  })
}
