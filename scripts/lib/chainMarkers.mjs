/** Texts that code for a chain family cannot do without, and that nothing else has. */
const markers = {
  solana: ['@solana/', 'wallet-standard:', 'solana:signTransaction', 'lamports', 'SystemProgram'],
  bitcoin: ['bitcoinjs', 'sats-connect', 'psbt', 'scriptPubKey', 'btc_providers'],
  // the alphabets of base58 and bech32
  both: ['123456789ABCDEFGHJKLMNPQRSTUVWXYZ', 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'],
  evm: ['eip6963:', 'eth_requestAccounts', 'wallet_switchEthereumChain', 'eth_getBalance'],
}

/** What an EVM-only app has no use for. */
const others = [...markers.solana, ...markers.bitcoin, ...markers.both]

/**
 * Which marks of code for Solana or Bitcoin a text has.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function findForeignMarkers(text) {
  const lower = text.toLowerCase()
  return others.filter((marker) => lower.includes(marker.toLowerCase()))
}

/**
 * Which marks of code for EVM a text has.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function findEvmMarkers(text) {
  return markers.evm.filter((marker) => text.includes(marker))
}
