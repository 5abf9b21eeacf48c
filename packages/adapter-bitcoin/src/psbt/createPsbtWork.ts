import type { Psbt } from 'bitcoinjs-lib'
import { assertSendable } from './assertSendable.js'
import { finalize } from './finalize.js'
import { mergeSignatures } from './mergeSignatures.js'
import { type ReadPsbt, readPsbt } from './readPsbt.js'
import { type Target, type TargetsRequest, toTargets } from './toTargets.js'

/** What signing a PSBT needs of bitcoinjs-lib, loaded in one go. */
export type PsbtWork = {
  readonly readPsbt: (bytes: Uint8Array) => ReadPsbt | null
  readonly toTargets: (request: TargetsRequest) => readonly Target[]
  readonly assertSendable: (read: ReadPsbt, targets: readonly Target[]) => void
  readonly mergeSignatures: (read: ReadPsbt, targets: readonly Target[], reply: unknown) => Psbt
  readonly finalize: (psbt: Psbt) => boolean
}

export function createPsbtWork(): PsbtWork {
  return { readPsbt, toTargets, assertSendable, mergeSignatures, finalize }
}
