import { h } from '../../frame/approval/h.js'
import { canUsePasskeys, endCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { LoginProvider, ProviderLooks } from '../../protocol/login.js'
import { createButton, createForm, createSection, toTime } from '../elements.js'
import { finishPasskey, offerPasskeys } from './passkeys.js'
import { createProviderButtons, logInAtProvider } from './providers.js'

export type LoginOptions = {
  readonly call: CallVault
  readonly name: string
  /** Other than email. */
  readonly providers: readonly LoginProvider[]
  /** Whether users of the app create passkeys. */
  readonly passkeys: boolean
  readonly looks: ProviderLooks
  /** The result of an earlier step, or its error. */
  readonly notice?: Node | undefined
  readonly show: (...children: readonly Node[]) => void
  readonly onDone: () => Promise<void>
}

/** Logs in with a passkey, by email (a link first in an unknown browser, then a code) or at a provider. */
export function showLogin(options: LoginOptions): void {
  const { call, name, providers, passkeys, looks, notice, show, onDone } = options
  const canUse = canUsePasskeys()
  const form = createForm({
    label: 'Your email address',
    type: 'email',
    button: 'Log in',
    hasPasskeys: canUse,
    onSubmit: async (email) => {
      endCeremony()
      const { action } = await call('email.start', { email })
      if (action === 'CONNECT') return onDone()
      if (action === 'VERIFY_OTP') return showCode(options)
      show(
        createSection(
          'Approve this browser',
          h('p', {}, 'We’ve emailed you a link. Open it, approve this browser, then come back here.'),
        ),
      )
      await awaitApproval(call)
      showCode(options)
    },
  })
  const lost = createButton('I can’t access my email', () => showRecovery(options), { tone: 'quiet' })
  const usePasskey = async (use: 'login' | 'signup'): Promise<void> => {
    await finishPasskey(call, use)
    await onDone()
  }
  // also with passkeys that were created before the project stopped offering them
  const passkey = canUse && createButton('Log in with a passkey', () => usePasskey('login'), { icon: 'passkey' })
  const create =
    canUse &&
    passkeys &&
    createButton('Create a wallet with a passkey', () => usePasskey('signup'), { tone: 'quiet', icon: 'passkey' })
  const place = h('div')
  const others = createProviderButtons({
    providers,
    looks,
    toLabel: (provider) => `Continue with ${provider}`,
    onPress: (provider) => logInAtProvider({ call, provider, place, onDone }),
  })
  const ways = others.length > 0 ? h('div', { class: 'choices' }, ...others) : null
  show(
    ...(notice ? [notice] : []),
    createSection(`Log in to your ${name} wallet`, passkey, form, ways, place, create, lost),
  )
  if (canUse) void offerPasskeys(call, onDone)
}

/** Longer than a mailed link is valid; each poll takes up to 20 seconds. */
const maxPolls = 60

async function awaitApproval(call: CallVault): Promise<void> {
  for (let asks = 0; asks < maxPolls; asks++) {
    const { status } = await call('email.device', {})
    if (status === 'approved') return
  }
  throw new Error('The link expired. Try again.')
}

function showCode({ call, show, onDone }: LoginOptions): void {
  const form = createForm({
    label: 'Six-digit code',
    type: 'code',
    button: 'Continue',
    onSubmit: async (code) => {
      await call('email.verify', { code })
      await onDone()
    },
  })
  show(createSection('Enter your code', form))
}

function showRecovery(options: LoginOptions): void {
  const { call, show } = options
  const form = createForm({
    label: 'Your printed recovery code',
    type: 'text',
    button: 'Continue',
    onSubmit: (printed) => {
      const next = createForm({
        label: 'Your new email address',
        type: 'email',
        button: 'Start recovery',
        onSubmit: async (email) => {
          const { dueAt } = await call('recovery.start', { printed, email })
          const when = `You can log in with the new address from ${toTime(dueAt)}. Until then, the recovery can be canceled from the old one.`
          show(createSection('Recovery started', h('p', {}, when)))
        },
      })
      show(createSection('New email address', next))
    },
  })
  const back = createButton('Back', () => showLogin(options), { tone: 'quiet' })
  show(createSection('Recover your wallet', form, back))
}
