/** By what an output is locked to: a key, a script, or their SegWit and Taproot forms. */
export type AddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'
