import type { EmailUpdateAction } from '../../features.js'
import type { LoginError } from '../login/state.js'
import type { EmailUpdateState } from './state.js'

/** What happens to a change of email. What does not fit the step that it is in changes nothing. */
export type EmailUpdateEvent =
  | { readonly type: 'started'; readonly email: string }
  /** The wallet says which mailbox confirms next. */
  | { readonly type: 'sent'; readonly action: EmailUpdateAction }
  | { readonly type: 'submitted' }
  /** The old mailbox has confirmed. */
  | { readonly type: 'verified' }
  | { readonly type: 'failed'; readonly error: LoginError }
  /** The email is another one, or the visitor has left. */
  | { readonly type: 'ended' }

type Step = Exclude<EmailUpdateState['step'], 'idle'>

const idle: EmailUpdateState = { step: 'idle' }

const verifying: { readonly [step in Step]?: Step } = { primary: 'verifyingPrimary', secondary: 'verifyingSecondary' }

/** Where a step goes on when it has failed. */
const typing: { readonly [step in Step]?: Step } = { verifyingPrimary: 'primary', verifyingSecondary: 'secondary' }

/** Where a change of email is after an event. Gives the same state where nothing changed. */
export function reduceEmailUpdate(state: EmailUpdateState, event: EmailUpdateEvent): EmailUpdateState {
  if (event.type === 'ended') return state.step === 'idle' ? state : idle
  if (event.type === 'started') return { step: 'starting', email: event.email }
  if (state.step === 'idle') return state
  const { step, email } = state
  switch (event.type) {
    case 'sent':
      if (step !== 'starting') return state
      return { step: event.action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary', email }
    case 'submitted': {
      const next = verifying[step]
      return next ? { step: next, email } : state
    }
    case 'verified':
      return step === 'verifyingPrimary' ? { step: 'secondary', email } : state
    case 'failed':
      return { step: typing[step] ?? step, email, error: event.error }
  }
}
