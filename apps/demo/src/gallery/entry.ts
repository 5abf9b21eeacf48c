import type { ViewName } from '@latchkey/core'
import type { World, WorldOptions } from './world.js'

/** Variation of a picture. The default is light, left-to-right and on a desktop. */
export type Look = 'dark' | 'rtl' | 'phone' | 'long'

/** One view in one state. */
export type Entry = {
  /** Unique among the entries of the view, as in `Connect/empty`. */
  readonly id: string
  /** Title of the entry. */
  readonly name: string
  readonly world?: WorldOptions | undefined
  /** Whether something of it is loading, and stays so. */
  readonly isBusy?: boolean | undefined
  /** Whether it is shown in the dialog rather than inline. */
  readonly isDialog?: boolean | undefined
  /** Whether the browser says that it runs on a phone. */
  readonly isPhone?: boolean | undefined
  /** More pictures that are compared. Default: only the usual one. */
  readonly looks?: readonly Look[] | undefined
  /** Brings the state about. */
  show(world: World): Promise<void> | void
}

export type Entries = readonly [Entry, ...Entry[]]

/** The entries of some views. */
export type EntriesOf<view extends ViewName> = { readonly [name in view]: Entries }
