import type { Abilities, User } from '../contracts/connector.js'
import type { SocialStep } from '../contracts/features.js'
import type { TestAsks } from './createTestAsks.js'

type TestSocialsOptions = {
  readonly ask: TestAsks['ask']
  readonly calls: string[]
  /** Receives the function that reports steps of the newest pop-up. */
  readonly onStep: (step: (step: SocialStep) => void) => void
  /** Called after a login. */
  readonly onLogin: (user: User) => void
}

/**
 * Creates social logins in memory, whose pop-ups and phones do what the test says: requests named `social google`,
 * `passkey`, `farcaster`, `phone`, `sms` and `smsCode`. Changes of the account type are named `account eip155 smartAccount`.
 */
export function createTestSocials({ ask, calls, onStep, onLogin }: TestSocialsOptions): Abilities {
  return {
    'phone:login': ({ phone, signal }) => ask('sms', { text: phone, signal }, (sent) => sent as never),
    'phone:verify': ({ code, signal }) =>
      ask('smsCode', { text: code, signal }, () => onLogin({ username: '+49 1512 3456789' })),
    'passkey:login': ({ use, signal }) => {
      calls.push(`passkey ${use}`)
      return ask('passkey', { text: use, signal }, () => onLogin({}))
    },
    'passkey:reopen': () => calls.push('reopen'),
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
