import type { ErrorCode } from '../../errors/codes.js'

/** A notice for the developer, shown while `debug` is on. */
export type Alert = {
  readonly code: ErrorCode
  readonly title: string
  /** What to do about it. */
  readonly text: string
}
