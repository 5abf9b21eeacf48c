import { h } from '../frame/approval/h.js'
import { VaultError } from '../frame/errors.js'
import { createNode } from '../frame/requests/node.js'
import { createVaultClient } from '../frame/session/client.js'
import type { AccountSettings } from '../protocol/account.js'
import type { UserAccount } from '../protocol/custody.js'
import type { LoginProvider, ProviderLooks } from '../protocol/login.js'
import { say } from '../words/say.js'
import { createAddressRow, createButton, createGroup, createNotice, toSentence } from './elements.js'
import type { OwnersScript, OwnersTools } from './owners/ownerChanges.js'
import { createFactorCall } from './secondFactor.js'
import { createLocalCall, words } from './texts.js'
import { createConfirm } from './views/confirm.js'
import { createDevices } from './views/devices.js'
import { showLogin } from './views/login.js'
import { createLogins, toAddedNotice } from './views/logins.js'
import { createFreeze, createNotices } from './views/notices.js'
import { createImport, createPhrase } from './views/phrase.js'
import { createRecovery } from './views/recovery.js'
import { createSeal } from './views/seal.js'
import { createSecondFactor } from './views/secondFactor.js'
import { createSelfCustody } from './views/selfCustody.js'
import { createUnlockRequests } from './views/unlockRequests.js'

/** Path of the script that changes owners of smart accounts; the build puts it here. */
declare const ownersScript: string

/** Runs the page where users manage their wallet. Returns false, and does nothing, unless the page is a top-level window. */
function startAccount(window: Window): boolean {
  if (window.top !== window) return false
  const { document } = window
  let result = takeResult(window)
  // the modal's link for guests
  const isFromGuest = window.location.hash === '#guest'
  // the link of apps that require self-custody
  let isToSelfCustody = window.location.hash === '#self-custody'
  const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as AccountSettings
  const main = document.querySelector('main') ?? document.body
  const { call: callVault, isConnected, adoptLogin } = createVaultClient({ window, settings })
  const call = createFactorCall(createLocalCall(callVault))
  const started = performance.now()
  const getNow = (): number => settings.now + performance.now() - started

  const tools: OwnersTools = {
    networks: settings.smartNetworks,
    load: async () => ((await import(ownersScript)) as { readonly owners: OwnersScript }).owners,
    callNode: createNode({ fetch: (...args) => window.fetch(...args), project: settings.project }),
    now: getNow,
  }

  const header = createHeader(window, settings)
  const show = (...children: readonly Node[]): void => main.replaceChildren(header, ...children)

  /**
   * Set once users log out of this page: until then, a login to an app on this site in this browser counts here too.
   */
  const left = createFlag(window, `left ${settings.project}`)
  const adopt = async (): Promise<boolean> => !left.get() && (await adoptLogin(settings.origins))
  const onDone = (): Promise<void> => {
    left.set(false)
    return refresh()
  }

  async function fetchOffers(): Promise<{
    readonly providers: readonly LoginProvider[]
    readonly passkeys: boolean
    readonly looks: ProviderLooks
  }> {
    const { looks = {}, ...offers } = await call('account.offers', {})
    return { ...offers, looks: new Map(Object.entries(looks)) }
  }

  async function logIn(notice?: Node): Promise<void> {
    const { providers, passkeys, looks } = await fetchOffers()
    const shown = notice ?? (isFromGuest ? createNotice('alert', words.page.guestApart) : undefined)
    showLogin({ call, name: settings.name, providers, passkeys, looks, notice: shown, show, onDone })
    if (shown instanceof HTMLElement) shown.focus()
  }

  async function refresh(message?: string | Node): Promise<void> {
    const notice = typeof message === 'string' ? createNotice('status', message) : message
    try {
      const [user, state, list, { providers, passkeys, looks }, devices] = await Promise.all([
        call('user.get', {}),
        call('account.get', {}),
        call('notices.list', {}),
        fetchOffers(),
        createDevices(call, { refresh }),
      ])
      const name = user.email ?? user.username ?? ''
      const { selfCustody } = state
      const end = createButton(
        words.page.logOut,
        async () => {
          await call('session.end', {})
          left.set(true)
          await logIn()
        },
        { tone: 'plain' },
      )
      const confirm = createConfirm({ call, state, looks, getNow, refresh, adopt: () => adoptLogin(settings.origins) })
      const now = getNow()
      const notices = { call, list, looks, confirm, refresh }
      const news = createNotices(notices)
      const requests = createUnlockRequests({ call, state, refresh })
      const addresses = user.accounts.map((account) =>
        createAddressRow(nameAccount(account, settings), account.address),
      )
      const smart = createAddressRow(user.isSelfCustodial ? words.page.smartOwned : words.page.smart, user.smartAccount)
      show(
        h('h1', {}, words.page.title),
        ...(notice ? [notice] : []),
        h('p', {}, h('bdi', {}, name)),
        h('ul', { 'aria-label': words.page.addresses }, ...addresses, smart),
        ...(list.frozenUntil === undefined ? [] : [createFreeze(notices)]),
        ...(news ? [news] : []),
        ...(requests ? [requests] : []),
        createGroup(
          words.page.signIn,
          ...createLogins({ call, state, providers, passkeys, looks, confirm, now, refresh }),
          ...(state.isGuest ? [] : createSecondFactor({ call, state, passkeys, confirm, now, refresh })),
          devices,
          list.frozenUntil === undefined && createFreeze(notices),
        ),
        // these need a login that proves the user's identity
        ...(state.isGuest
          ? []
          : [
              createGroup(
                words.page.backup,
                createRecovery(call, state, { refresh, confirm }),
                createPhrase(call, state, { now, confirm }),
                createImport(call, state, { confirm, refresh }),
              ),
              createGroup(
                words.page.keys,
                selfCustody !== undefined && createSelfCustody({ call, state: selfCustody, tools, confirm, refresh }),
                createSeal({ call, state, name: name || settings.name, confirm, now, refresh }),
              ),
            ]),
        end,
      )
      if (notice instanceof HTMLElement) notice.focus()
      if (isToSelfCustody) document.getElementById('self-custody')?.scrollIntoView()
      isToSelfCustody = false
    } catch (cause) {
      if (!(cause instanceof VaultError && cause.code === 'NO_SESSION')) throw cause
      if (await adopt()) await refresh(message)
      else await logIn(notice)
    }
  }

  /** A provider redirected back here: fetches the result once. */
  async function finish(result: LoginResult): Promise<Node | string | undefined> {
    try {
      const reply = await call('social.finish', result)
      if (reply.status !== 'done' || reply.use === undefined) return undefined
      if (reply.use === 'again' || !reply.user.provider) return words.confirm.done
      return toAddedNotice(reply.user.provider, (await fetchOffers()).looks)
    } catch (cause) {
      // the result isn't used yet
      if (!(cause instanceof VaultError) || cause.code === 'UNAVAILABLE') throw cause
      return createNotice('alert', cause.message)
    }
  }

  async function start(): Promise<void> {
    try {
      const message = result && (await finish(result))
      result = undefined
      const isKnown = (await isConnected()) || (await adopt())
      if (isKnown) await refresh(message)
      else await logIn(typeof message === 'string' ? undefined : message)
    } catch (cause) {
      show(h('p', { role: 'alert' }, toSentence(cause)), createButton(words.common.tryAgain, start))
    }
  }
  void start()
  return true
}

function nameAccount(account: UserAccount, { bitcoinNetworks }: AccountSettings): string {
  switch (account.namespace) {
    case 'eip155':
      return words.page.evm
    case 'solana':
      return 'Solana'
    case 'bip122': {
      const network = bitcoinNetworks.find(({ caipNetworkId }) => caipNetworkId === account.chain)
      const text = account.purpose === 'payment' ? words.page.bitcoinPayments : words.page.bitcoinOrdinals
      return say(text, { network: network?.name ?? 'Bitcoin' })
    }
    default:
      return account satisfies never
  }
}

/** The operator's name and logo, and a way back to the app. */
function createHeader({ document }: Window, { name, logo, origins }: AccountSettings): HTMLElement {
  const image = logo === undefined ? null : h('img')
  if (image && logo !== undefined) Object.assign(image, { src: logo, alt: '', width: 32, height: 32 })
  const from = URL.canParse(document.referrer) ? new URL(document.referrer).origin : ''
  const back = h('a', { class: 'back' }, words.page.back)
  back.href = (origins.includes(from) ? from : origins[0]) ?? ''
  return h('header', {}, image, h('bdi', {}, name), back)
}

/** A choice that this browser keeps; not set if it keeps nothing. */
function createFlag(window: Window, name: string): { get(): boolean; set(isOn: boolean): void } {
  const attempt = <value>(work: (storage: Storage) => value): value | undefined => {
    try {
      return work(window.localStorage)
    } catch {
      return undefined // if storage is denied, accessing it throws
    }
  }
  return {
    get: () => attempt((storage) => storage.getItem(name)) != null,
    set(isOn) {
      attempt((storage) => (isOn ? storage.setItem(name, '1') : storage.removeItem(name)))
    },
  }
}

type LoginResult = { readonly state: string; readonly code: string }

/**
 * Reads the login result that a provider redirected back with, and removes it from the address so that it can't be found there later.
 */
function takeResult(window: Window): LoginResult | undefined {
  const { origin, pathname, search, hash } = window.location
  const value = new URLSearchParams(hash.replace(/^#\??/, '')).get('result_uri')
  if (value === null) return undefined
  window.history.replaceState(null, '', `${pathname}${search}`)
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.origin !== origin || url.pathname !== '/social/result') return undefined
  const [state, code] = [url.searchParams.get('state'), url.searchParams.get('code')]
  return state === null || code === null ? undefined : { state, code }
}

startAccount(window)
