import { decodeErrorResult, type Hex, parseAbi } from 'viem'

const errors = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
])

/** Max characters of a contract's message. */
const longest = 160

/** Why a call fails, in one line, quoting the contract's own message if it has one. `data` is the revert data. */
export function toReason(data: unknown): string {
  if (typeof data !== 'string' || !/^0x([\da-f]{2})*$/i.test(data)) return 'The contract rejects it.'
  try {
    const error = decodeErrorResult({ abi: errors, data: data as Hex })
    switch (error.errorName) {
      case 'Error': {
        const words = toQuotable(error.args[0])
        return words === '' ? 'The contract rejects it.' : `The contract says “${words}”.`
      }
      case 'Panic':
        return `The contract breaks off (error ${error.args[0]}).`
      case 'ERC20InsufficientBalance':
        return 'There isn’t enough of the token.'
      case 'ERC20InsufficientAllowance':
        return 'The contract may not spend that much of the token.'
      default:
        return error satisfies never
    }
  } catch {
    // a custom error, which only the contract's source names
    return data.length >= 10 ? `The contract rejects it (${data.slice(0, 10)}).` : 'The contract rejects it.'
  }
}

/** Foreign text inside one of our lines: nothing that hides, breaks the line, closes the quotes or changes the direction. */
export function toQuotable(text: string): string {
  const clean = text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/[“”"]/g, '')
    .trim()
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
}
