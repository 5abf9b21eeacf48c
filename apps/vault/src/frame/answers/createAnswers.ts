import type { AppPayloads } from '@latchkey/embedded-wallet/protocol'
import { type AccountOptions, createAccountAnswers } from './accountAnswers.js'
import type { Answers } from './answers.js'
import { createLoginAnswers, type LoginOptions } from './loginAnswers.js'
import { createSocialAnswers, type SocialOptions } from './socialAnswers.js'

type CreateAnswersOptions = AccountOptions &
  LoginOptions &
  SocialOptions & {
    readonly root: HTMLElement
    /** Loads the page again, after the app has its answer. */
    readonly reload: () => void
  }

/** The whole of what the frame answers. */
export function createAnswers({ root, reload, ...options }: CreateAnswersOptions): Answers {
  const account = createAccountAnswers(options)
  return {
    ...createLoginAnswers(options),
    ...createSocialAnswers({ ...options, getUser: account.GET_USER }),
    ...account,
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

/** A colour as themes write it: nothing that loads or ends a declaration. */
const colour = /^(#[\da-f]{3,8}|[a-z]{3,24}|(rgb|hsl|oklch|oklab)a?\([\d\s.,%/+-]{1,60}\))$/i

/** Colours by which the frame looks like the app around it. The texts of an approval stay as they are. */
function applyTheme(
  root: HTMLElement,
  { themeMode, themeVariables = {}, w3mThemeVariables = {} }: AppPayloads['SYNC_THEME'],
): void {
  if (themeMode) root.dataset['theme'] = themeMode
  const accent = w3mThemeVariables['--w3m-accent'] ?? themeVariables['--w3m-accent']
  if (typeof accent === 'string' && colour.test(accent) && CSS.supports('color', accent))
    root.style.setProperty('--accent', accent)
}
