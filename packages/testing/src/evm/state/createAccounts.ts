import type { Address, Hex, LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export type Accounts = {
  readonly list: () => readonly Address[]
  readonly selected: () => Address
  readonly select: (index: number) => void
  readonly add: (key: Hex) => void
  /** The signer of an address, in whatever case it is written. */
  readonly signer: (address: string) => LocalAccount | undefined
}

export function createAccounts(given: readonly (Hex | LocalAccount)[], remembered: Address | undefined): Accounts {
  const signers: LocalAccount[] = given.map((account) =>
    typeof account === 'string' ? privateKeyToAccount(account) : account,
  )
  const find = (address: string): LocalAccount | undefined =>
    signers.find((signer) => signer.address.toLowerCase() === address.toLowerCase())
  const at = (index: number): LocalAccount => {
    const signer = signers[index]
    if (!signer) throw new RangeError(`The wallet has ${signers.length} accounts, none at index ${index}`)
    return signer
  }
  let selected = (remembered && find(remembered)) ?? at(0)
  return {
    list: () => signers.map(({ address }) => address),
    selected: () => selected.address,
    select: (index) => {
      selected = at(index)
    },
    add: (key) => {
      const signer = privateKeyToAccount(key)
      if (!find(signer.address)) signers.push(signer)
    },
    signer: find,
  }
}
