/** The selector of `approve(address,uint256)` of ERC-20, then two words: who may take, and how much. */
const pattern = /^0x095ea7b3[0-9a-f]{64}([0-9a-f]{64})$/i

/** The amount, in atomic units, that a call of a token allows; null for a call of anything else. */
export function parseApproval(data: string): bigint | null {
  const amount = pattern.exec(data)?.[1]
  return amount === undefined ? null : BigInt(`0x${amount}`)
}
