import { accountAt, type InstructionDecoder } from './instructionParts.js'

/** Makes the account in which an owner holds a token: no data or 0 where there is none yet, 1 whether or not. */
export const decodeAssociatedToken: InstructionDecoder = ({ data, accounts }) => {
  const [first = 0] = data
  if (data.length > 1 || first > 1) return null
  return {
    type: 'tokenAccount',
    payer: accountAt(accounts, 0),
    account: accountAt(accounts, 1),
    owner: accountAt(accounts, 2),
    mint: accountAt(accounts, 3),
  }
}
