import type { Abilities, User } from '../contracts/connector.js'
import type { SocialStep } from '../contracts/features.js'
import type { TestAsks } from './createTestAsks.js'

type TestSocialsOptions = {
  readonly ask: TestAsks['ask']
  readonly calls: string[]
  /** Handed what tells how far the newest popup has come. */
  readonly onStep: (step: (step: SocialStep) => void) => void
  /** Somebody has logged in. */
  readonly onLogin: (user: User) => void
}

/**
 * Logins at other sites in memory: popups and phones do as they are told, as `social google`, `farcaster` and `phone`. Changes of the
 * account type wait as `account eip155 smartAccount`.
 */
export function createTestSocials({ ask, calls, onStep, onLogin }: TestSocialsOptions): Abilities {
  return {
    'social:login': ({ provider, signal, onStep: step }) => {
      calls.push(`popup ${provider}`)
      onStep(step)
      return ask('social', { text: provider, signal }, () => onLogin({ username: 'alice', socialProvider: provider }))
    },
    'social:reopen': () => calls.push('reopen'),
    'farcaster:start': ({ signal }) => ask('farcaster', { text: '', signal }, (url) => ({ url: url as string })),
    'farcaster:wait': ({ signal }) =>
      ask('phone', { text: '', signal }, () => onLogin({ username: 'alice.eth', socialProvider: 'farcaster' })),
    'account:type': ({ namespace, type, signal }) =>
      ask('account', { text: `${namespace} ${type}`, signal }, (reply) => reply as never),
  }
}
