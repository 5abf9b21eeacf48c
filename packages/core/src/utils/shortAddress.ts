/** `0x71C7…976F`: the first six and the last four characters. */
export function toShortAddress(address: string): string {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}
