import type { SmartSession } from '../../api/blockchain/types.js'
import { deadlines } from '../../deadlines.js'
import type { CaipAddress } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'

/** The permissions that an account has granted. */
export type SmartSessionsState = {
  readonly status: 'loading' | 'ready' | 'failed'
  /** Whose they are. */
  readonly caipAddress: CaipAddress
  readonly sessions: readonly SmartSession[]
  /** Why they could not be read. */
  readonly error?: AskError | undefined
  /** The one that is being taken back, or could not be. */
  readonly revoking?: { readonly pci: string; readonly error?: AskError | undefined } | undefined
}

/** Milliseconds. */
export const sessionDelays: { readonly call: number; readonly revoke: number } = {
  call: 15_000,
  revoke: deadlines.approval + 15_000,
}

export const sessionKeys = { list: 'smartSessions:list', revoke: 'smartSessions:revoke' } as const
