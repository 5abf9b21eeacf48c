import type { ErrorCode } from '../../errors/codes.js'

/** A notice for the developer, shown while `debug` is on. */
export type Alert = {
  /** `info`: nothing is wrong, but something was not done. */
  readonly level: 'error' | 'info'
  readonly code: ErrorCode
  readonly title: string
  /** What to do about it. */
  readonly text: string
}
