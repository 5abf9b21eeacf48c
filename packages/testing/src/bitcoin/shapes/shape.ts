import type { BitcoinVerbs } from '../engine/bitcoinVerbs.js'

export type ShapeOptions = {
  readonly verbs: BitcoinVerbs
  readonly name: string
  readonly icon: string
  /** Of a wallet of the registry. */
  readonly id: string
}

/** What a site sees of the wallet, and how it comes there. */
export type Shape = {
  readonly provider: object
  /** Returns its undoing. */
  readonly place: (page: EventTarget, registry?: boolean | undefined) => () => void
}
