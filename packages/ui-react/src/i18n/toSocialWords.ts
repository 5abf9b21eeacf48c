import type { Social, SocialLoginError } from '@latchkey/core'
import { socialNames } from '../primitives/SocialMark/socialNames.js'
import type { ShellKey } from './messages/en.js'
import { socialTexts } from './messages/social.js'
import { type Translate, toErrorKey } from './translate.js'

export type SocialWords = {
  /** What happened. */
  readonly title: string
  /** Why, or what to do about it; undefined where nothing but another try helps. */
  readonly help: string | undefined
}

/** What to say about a login at another site that failed: the provider and the wallet's own frame have words of their own. */
export function toSocialWords(
  t: Translate<keyof typeof socialTexts | ShellKey>,
  { code, message, details }: SocialLoginError,
  social: Social,
): SocialWords {
  const title = isSocialKey(code) ? t(code) : t(toErrorKey(code))
  if (code === 'FRAME_FAILED') return { title: message || title, help: undefined }
  if (details) return { title, help: t('providerSays', { provider: socialNames[social], details }) }
  const key = `${code}_help`
  return { title, help: isSocialKey(key) ? t(key) : undefined }
}

function isSocialKey(key: string): key is keyof typeof socialTexts {
  return Object.hasOwn(socialTexts, key)
}
