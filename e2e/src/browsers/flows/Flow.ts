import type { Visit } from '../Visit.js'

/** Something that a visitor does, the same in every browser. */
export type Flow = {
  /** Goes on from "a visitor …". */
  readonly title: string
  /** Faults of the page that belong to it. */
  readonly expectedFaults?: readonly RegExp[]
  /** Whether it is about the embedded wallet, whose vault is at another name where a browser knows no names below `localhost`. */
  readonly embeddedWallet: boolean
  run(visit: Visit): Promise<void>
}
