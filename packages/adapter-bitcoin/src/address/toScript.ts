import type { AddressType } from './addressType.js'

/** Opcodes before and after what each type locks to. */
const frames: { readonly [type in AddressType]: readonly [before: readonly number[], after: readonly number[]] } = {
  p2pkh: [
    [0x76, 0xa9, 0x14],
    [0x88, 0xac],
  ],
  p2sh: [[0xa9, 0x14], [0x87]],
  p2wpkh: [[0x00, 0x14], []],
  p2wsh: [[0x00, 0x20], []],
  p2tr: [[0x51, 0x20], []],
}

/** The output script that pays to a hash or, for `p2tr`, to an output key. */
export function toScript(type: AddressType, hash: Uint8Array): Uint8Array {
  const [before, after] = frames[type]
  return Uint8Array.of(...before, ...hash, ...after)
}
