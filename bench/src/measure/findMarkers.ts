/** Texts that code for Solana or Bitcoin cannot do without, and that nothing else has. */
const markers = [
  '@solana/',
  'wallet-standard:',
  'solana:signTransaction',
  'lamports',
  'SystemProgram',
  'bitcoinjs',
  'sats-connect',
  'psbt',
  'scriptPubKey',
  // the alphabets of base58 and bech32
  '123456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
]

/** Which of the markers a text has. */
export function findMarkers(text: string): readonly string[] {
  const lower = text.toLowerCase()
  return markers.filter((marker) => lower.includes(marker.toLowerCase()))
}
