import type { Visit } from '../Visit.js'

/** Something that a user does, the same in every browser. */
export type Flow = {
  /** Continues the sentence "a visitor …". */
  readonly title: string
  /** Errors of the page that the flow is expected to cause. */
  readonly expectedErrors?: readonly RegExp[]
  /**
   * Whether it uses the embedded wallet, whose vault needs another host name in browsers that don't resolve names below
   * `localhost`.
   */
  readonly embeddedWallet: boolean
  run(visit: Visit): Promise<void>
}
