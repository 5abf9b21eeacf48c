import { type AccountOptions, createAccountAnswers } from './accountAnswers.js'
import type { Answers } from './answers.js'
import { createLoginAnswers, type LoginOptions } from './loginAnswers.js'
import { createSocialAnswers, type SocialOptions } from './socialAnswers.js'
import { applyTheme } from './theme.js'

export type CreateAnswersOptions = AccountOptions &
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
