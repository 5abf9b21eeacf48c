import { h } from '../../frame/approval/h.js'
import { canUsePasskeys, endCeremony } from '../../frame/passkey/runCeremony.js'
import type { CallVault } from '../../frame/session/client.js'
import type { LoginProvider, ProviderLooks } from '../../protocol/login.js'
import { say, toTime } from '../../words/say.js'
import { createButton, createForm, createNotice, createSection, toSentence } from '../elements.js'
import { words } from '../texts.js'
import { finishPasskey, offerPasskeys } from './passkeys.js'
import { poll } from './poll.js'
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
    label: words.common.email,
    type: 'email',
    button: words.login.submit,
    hasPasskeys: canUse,
    onSubmit: async (email) => {
      endCeremony()
      const { action } = await call('email.start', { email })
      if (action === 'CONNECT') return onDone()
      if (action === 'VERIFY_OTP') return showCode(options)
      show(createSection(words.login.approve, h('p', {}, words.login.approveLead)))
      try {
        await awaitApproval(call)
      } catch (cause) {
        // the form, which shows errors, is no longer on the page
        return showLogin({ ...options, notice: createNotice('alert', toSentence(cause)) })
      }
      showCode(options)
    },
  })
  const lost = createButton(words.login.lost, () => showRecovery(options), { tone: 'quiet' })
  // the autofill list and the button may both log in: rendering the page twice would discard the user's input
  let isDone = false
  const onPasskey = async (): Promise<void> => {
    if (isDone) return
    isDone = true
    try {
      await onDone()
    } catch (cause) {
      isDone = false
      throw cause
    }
  }
  const usePasskey = async (use: 'login' | 'signup'): Promise<void> => {
    await finishPasskey(call, use)
    await onPasskey()
  }
  // also with passkeys that were created before the project stopped offering them
  const passkey =
    canUse && createButton(words.login.passkey, () => usePasskey('login'), { tone: 'plain', icon: 'passkey' })
  const create =
    canUse &&
    passkeys &&
    createButton(words.login.signUp, () => usePasskey('signup'), { tone: 'quiet', icon: 'passkey' })
  const place = h('div')
  const others = createProviderButtons({
    providers,
    looks,
    toLabel: (provider) => say(words.login.provider, { provider }),
    onPress: (provider) => logInAtProvider({ call, provider, place, onDone }),
  })
  const ways = others.length > 0 ? h('div', { class: 'choices' }, ...others) : null
  show(
    ...(notice ? [notice] : []),
    createSection(say(words.login.title, { app: name }), passkey, form, ways, place, create, lost),
  )
  if (canUse) void offerPasskeys(call, onPasskey)
}

async function awaitApproval(call: CallVault): Promise<void> {
  const isApproved = await poll(async () => (await call('email.device', {})).status === 'approved')
  if (!isApproved) throw new Error(words.login.linkExpired)
}

function showCode({ call, show, onDone }: LoginOptions): void {
  const form = createForm({
    label: words.common.code,
    type: 'code',
    button: words.common.continue,
    onSubmit: async (code) => {
      await call('email.verify', { code })
      await onDone()
    },
  })
  show(createSection(words.login.codeTitle, form))
}

function showRecovery(options: LoginOptions): void {
  const { call, show } = options
  const form = createForm({
    label: words.login.recoveryCode,
    type: 'text',
    button: words.common.continue,
    onSubmit: (printed) => {
      const next = createForm({
        label: words.login.newEmail,
        type: 'email',
        button: words.common.continue,
        onSubmit: async (email) => {
          await call('recovery.start', { printed, email })
          showRecoveryCode(options, printed)
        },
      })
      show(createSection(words.login.newEmailTitle, next))
    },
  })
  const back = createButton(words.common.back, () => showLogin(options), { tone: 'quiet' })
  show(createSection(words.login.recover, form, back))
}

/** Asks for the code of the new mailbox. */
function showRecoveryCode({ call, show }: LoginOptions, printed: string): void {
  const form = createForm({
    label: words.common.code,
    type: 'code',
    button: words.login.startRecovery,
    onSubmit: async (code) => {
      const { dueAt } = await call('recovery.confirm', { printed, code })
      const lead = say(words.login.startedLead, { time: toTime(dueAt) })
      show(createSection(words.login.started, h('p', {}, lead)))
    },
  })
  show(createSection(words.login.codeTitle, h('p', {}, words.confirm.codeSent), form))
}
