import { h } from '../frame/approval/h.js'
import { VaultError } from '../frame/session/VaultError.js'
import type { AccountSettings } from '../protocol/accountSettings.js'
import { createAsk } from './createAsk.js'
import { createButton } from './parts.js'
import { createDevices } from './views/devices.js'
import { showLogin } from './views/login.js'
import { createPhrase } from './views/phrase.js'
import { createRecovery } from './views/recovery.js'
import { createSeal } from './views/seal.js'

/** Runs the page where a visitor sees to their own wallet. False where it is not a window of its own: then it does nothing. */
export function startAccount(window: Window): boolean {
  if (window.top !== window) return false
  const { document } = window
  const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as AccountSettings
  const main = document.querySelector('main') ?? document.body
  const { ask, isConnected } = createAsk({ window, settings })
  const started = performance.now()
  const getNow = (): number => settings.now + performance.now() - started

  const show = (...children: readonly Node[]): void => main.replaceChildren(...children)
  const logIn = (): void => showLogin({ ask, name: settings.name, show, onDone: refresh })

  async function refresh(): Promise<void> {
    try {
      const [user, state] = await Promise.all([ask('user.get', {}), ask('account.get', {})])
      const devices = await createDevices(ask, { refresh })
      const email = user.email ?? ''
      const end = createButton('Log out of this page', async () => {
        await ask('session.end', {})
        logIn()
      })
      const addresses = user.accounts.map(({ address }) => h('li', {}, h('code', { dir: 'ltr' }, address)))
      show(
        h('h1', {}, 'Your wallet'),
        h('p', {}, h('bdi', {}, email)),
        h('ul', {}, ...addresses),
        devices,
        createPhrase(ask, state, { now: getNow() }),
        createRecovery(ask, state, { refresh }),
        createSeal({ ask, state, email, refresh }),
        end,
      )
    } catch (cause) {
      if (!(cause instanceof VaultError && cause.code === 'NO_SESSION')) throw cause
      logIn()
    }
  }

  async function start(): Promise<void> {
    try {
      if (await isConnected()) await refresh()
      else logIn()
    } catch (cause) {
      const again = createButton('Try again', start)
      show(h('p', { role: 'alert' }, cause instanceof Error ? cause.message : 'Something went wrong.'), again)
    }
  }
  void start()
  return true
}
