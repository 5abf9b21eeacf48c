import { isControlChange } from '../evm/assertSafeCall.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { safeModule } from '../smart/contracts.js'
import type { TypedData } from './typedData.js'

/**
 * Throws where typed data makes a Safe account run foreign code as its own, or changes who controls it: the like of it took
 * the largest sum that was ever stolen by a signature.
 */
export function assertNoControl({ domain, primaryType, message }: TypedData, smartAccount: string): void {
  const { verifyingContract } = domain
  // what the visitor's own account takes as its owner's word: an operation, a transaction or a message of its own. Those are
  // asked for by their own methods, which say what they are
  if (verifyingContract === smartAccount || verifyingContract === safeModule)
    throw new InvalidRequestError('What a smart account takes from its owner is not signed in this way', { code: 4200 })
  if (primaryType !== 'SafeTx') return
  const { operation = '0', data = '0x' } = message
  if (operation !== '0')
    throw new InvalidRequestError('Delegate calls of a Safe account are not signed by this wallet', { code: 4200 })
  if (typeof data !== 'string' || isControlChange(data))
    throw new InvalidRequestError('Changes of owners, modules or guards are not signed by this wallet', { code: 4200 })
}
