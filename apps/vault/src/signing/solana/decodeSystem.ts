import { base58 } from '@scure/base'
import { createReader } from './createReader.js'
import { accountAt, type InstructionDecoder } from './instructionParts.js'

/** The system program: what moves SOL, makes accounts and gives them away. */
export const decodeSystem: InstructionDecoder = ({ data, accounts }) => {
  const reader = createReader(data)
  const at = (index: number) => accountAt(accounts, index)
  const amount = (): string => reader.uint(8).toString()
  const address = (): string => base58.encode(reader.bytes(32))
  const seed = (): void => void reader.bytes(Number(reader.uint(8)))
  const ended = <value>(value: value): value | null => (reader.offset() === data.length ? value : null)

  switch (Number(reader.uint(4))) {
    case 0: {
      const lamports = amount()
      reader.uint(8)
      return ended({ type: 'createAccount', from: at(0), account: at(1), lamports, owner: address() })
    }
    case 1:
      return ended({ type: 'assignAccount', account: at(0), owner: address() })
    case 2:
      return ended({ type: 'transfer', from: at(0), to: at(1), lamports: amount() })
    case 3: {
      address()
      seed()
      const lamports = amount()
      reader.uint(8)
      return ended({ type: 'createAccount', from: at(0), account: at(1), lamports, owner: address() })
    }
    case 4:
      return ended({ type: 'advanceNonce', nonce: at(0), authority: at(2) })
    case 5:
      return ended({ type: 'transfer', from: at(0), to: at(1), lamports: amount() })
    case 11: {
      const lamports = amount()
      seed()
      address()
      return ended({ type: 'transfer', from: at(0), to: at(2), lamports })
    }
    default:
      return null
  }
}
