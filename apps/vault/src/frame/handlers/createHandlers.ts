import type { AppPayloads } from '@latchkey/embedded-wallet/protocol'
import { type AccountOptions, createAccountHandlers } from './accountHandlers.js'
import type { MessageHandlers } from './handlers.js'
import { createLoginHandlers, type LoginOptions } from './loginHandlers.js'
import { createPasskeyHandlers, type PasskeyHandlersOptions } from './passkeyHandlers.js'
import { createSocialHandlers, type SocialOptions } from './socialHandlers.js'

type CreateHandlersOptions = AccountOptions &
  LoginOptions &
  PasskeyHandlersOptions &
  SocialOptions & {
    readonly root: HTMLElement
    /** Reloads the page, after the app has got its reply. */
    readonly reload: () => void
  }

/** Creates the handlers of all messages. */
export function createHandlers({ root, reload, ...options }: CreateHandlersOptions): MessageHandlers {
  const account = createAccountHandlers(options)
  const { abandon, ...login } = createLoginHandlers(options)
  return {
    ...login,
    ...createPasskeyHandlers(options),
    ...createSocialHandlers({ ...options, getUser: account.GET_USER }),
    ...account,
    RPC_ABORT(payload, handler) {
      abandon(payload?.requestId)
      return account.RPC_ABORT(payload, handler)
    },
    SYNC_DAPP_DATA: () => undefined,
    SYNC_THEME(theme) {
      applyTheme(root, theme)
      return undefined
    },
    RELOAD() {
      reload()
      return undefined
    },
  }
}

/** A CSS color: nothing that loads a resource or ends a declaration. */
const colour = /^(#[\da-f]{3,8}|[a-z]{3,24}|(rgb|hsl|oklch|oklab)a?\([\d\s.,%/+-]{1,60}\))$/i

/** Applies the app's colors to the frame. The texts of an approval stay as they are. */
function applyTheme(
  root: HTMLElement,
  { themeMode, themeVariables = {}, w3mThemeVariables = {} }: AppPayloads['SYNC_THEME'],
): void {
  if (themeMode) root.dataset['theme'] = themeMode
  const accent = w3mThemeVariables['--w3m-accent'] ?? themeVariables['--w3m-accent']
  if (typeof accent === 'string' && colour.test(accent) && CSS.supports('color', accent))
    root.style.setProperty('--accent', accent)
}
