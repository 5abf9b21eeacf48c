/** Texts that the code of a namespace must include, and that no other code includes. */
const markers = {
  solana: ['@solana/', 'wallet-standard:', 'solana:signTransaction', 'lamports', 'SystemProgram'],
  bitcoin: ['bitcoinjs', 'sats-connect', 'psbt', 'scriptPubKey', 'btc_providers'],
  // the alphabets of base58 and bech32
  both: ['123456789ABCDEFGHJKLMNPQRSTUVWXYZ', 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'],
  evm: ['eip6963:', 'eth_requestAccounts', 'wallet_switchEthereumChain', 'eth_getBalance'],
}

/** Markers of code that an EVM-only app doesn't need. */
const others = [...markers.solana, ...markers.bitcoin, ...markers.both]

/**
 * Returns the markers of Solana and Bitcoin code in a text.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function findForeignMarkers(text) {
  const lower = text.toLowerCase()
  return others.filter((marker) => lower.includes(marker.toLowerCase()))
}

/**
 * Returns the markers of EVM code in a text.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function findEvmMarkers(text) {
  return markers.evm.filter((marker) => text.includes(marker))
}
