import { decodeFunctionData, encodeFunctionData, type Hex, parseAbi, parseAbiItem, toFunctionSelector } from 'viem'
import { InvalidRequestError } from '../InvalidRequestError.js'

/**
 * Functions that move tokens or grant rights over them. They are never part of a permission: token amounts are granted as
 * `erc20-token-transfer`, and a right would outlive the permission. [ERC-20] [ERC-721] [ERC-1155] [ERC-777] [ERC-6909] [EIP-2612]
 */
const rights: readonly string[] = [
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'decreaseAllowance(address,uint256)',
  'increaseApproval(address,uint256)',
  'decreaseApproval(address,uint256)',
  'setApprovalForAll(address,bool)',
  'authorizeOperator(address)',
  'setOperator(address,bool)',
  'approve(address,uint256,uint256)',
  'approve(address,address,uint160,uint48)',
  'transfer(address,uint256,uint256)',
  'transferOwnership(address)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
].map((signature) => toFunctionSelector(signature))

/**
 * Why a function can never be part of a permission, even if an operator lists it; null if it may be listed. `signature`: the canonical one,
 * e.g. `play(uint256)`.
 */
export function findGrantProblem(signature: string): string | null {
  // multicall(bytes[]), execute(address,uint256,bytes): they run calls that the user wasn't shown
  if (/\bbytes\b/.test(signature)) return 'it can contain other calls'
  return rights.includes(toFunctionSelector(signature)) ? 'it moves tokens or gives rights over them' : null
}

/**
 * Throws unless data is exactly a call of the function: decoding and encoding it gives the same bytes. Two functions may share a selector;
 * only the one that was shown is granted.
 */
export function assertCallOf(signature: string, data: Hex): void {
  const abi = [parseAbiItem(`function ${signature}`)] as ReturnType<typeof parseAbi>
  try {
    const call = decodeFunctionData({ abi, data })
    if (encodeFunctionData({ abi, ...call } as Parameters<typeof encodeFunctionData>[0]) === data) return
  } catch (cause) {
    throw new InvalidRequestError(`The permission does not allow that: this is not a call of ${signature}`, {
      code: 4200,
      cause,
    })
  }
  throw new InvalidRequestError(`The permission does not allow that: more than a call of ${signature}`, { code: 4200 })
}
