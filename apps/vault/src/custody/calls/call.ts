import type { CustodyMethod, CustodyParams, CustodyResult } from '../../protocol/custody.js'
import type { Custody } from '../custody.js'
import type { Caller } from '../devices/findCaller.js'
import type { Asker } from '../mail/letters.js'

/** A call of a device that is known. */
export type Call = {
  readonly custody: Custody
  readonly caller: Caller
  readonly ip: string
  readonly asker: Asker
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export type Handlers = {
  readonly [method in Exclude<CustodyMethod, 'hello'>]: (
    call: Call,
    params: CustodyParams<method>,
  ) => Promise<CustodyResult<method>>
}
