import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import type { AccountTypeChange } from './state.js'

/** Notes what is asked for; give the result to {@link endAccountTypeChange}. */
export function startAccountTypeChange(modal: Modal, change: AccountTypeChange): AccountTypeChange {
  modal[internals].store.setState((state) => ({ ...state, accountTypeChange: change }))
  return change
}

/** The change is over, or has failed. A newer one stays as it is. */
export function endAccountTypeChange(
  modal: Modal,
  change: AccountTypeChange,
  error?: Pick<LatchkeyError, 'code' | 'shortMessage'> | undefined,
): void {
  const next = error && { ...change, error: { code: error.code, message: error.shortMessage } }
  modal[internals].store.setState((state) =>
    state.accountTypeChange === change ? { ...state, accountTypeChange: next } : state,
  )
}
