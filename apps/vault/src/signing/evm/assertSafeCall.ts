import { decodeFunctionData, type Hex, parseAbi } from 'viem'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { isDisguised } from './decodeCall.js'

const safe = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
])

/**
 * Selectors that change owners, threshold, modules, guards or the fallback handler of a Safe account: addOwnerWithThreshold, removeOwner,
 * swapOwner, changeThreshold, enableModule, disableModule, setGuard, setModuleGuard, setFallbackHandler.
 */
const control = /^0x(0d582f13|f8dc5dd9|e318b52b|694e80c3|610b5925|e009cfde|e19a9dd9|e068df37|f08a0323)/

/** `approveHash(bytes32)`: an owner's approval of a transaction of which only the hash is visible. */
const approveHash = '0xd4d9bdcd'

/** Whether a call changes the control of a Safe account. */
export function isControlChange(data: string): boolean {
  return control.test(data)
}

/**
 * Throws if a call makes a Safe account run foreign code as its own, or changes its control: no screen can show the consequences. Also
 * throws if it is a transfer or an approval in an unreadable encoding. No honest app requests these from an embedded wallet, but attackers
 * do.
 */
export function assertSafeCall(data: Hex): void {
  if (isDisguised(data)) throw new InvalidRequestError('data is not the call that it begins like')
  if (data.startsWith(approveHash))
    throw new InvalidRequestError('Hashes of Safe transactions are not approved by this wallet', { code: 4200 })
  if (!data.startsWith('0x6a761202')) return
  const [, , inner, operation] = decode(data)
  if (operation !== 0)
    throw new InvalidRequestError('Delegate calls of a Safe account are not signed by this wallet', { code: 4200 })
  if (isControlChange(inner))
    throw new InvalidRequestError('Changes of owners, modules or guards are not signed by this wallet', { code: 4200 })
}

function decode(data: Hex): ReturnType<typeof decodeFunctionData<typeof safe>>['args'] {
  try {
    return decodeFunctionData({ abi: safe, data }).args
  } catch (cause) {
    throw new InvalidRequestError('data is not the call that it begins like', { cause })
  }
}
