import { InvalidCaipAddressError } from '../errors/network.js'
import type { CaipAddressParts } from './caip.js'
import { parseCaipAddress } from './parseCaipAddress.js'

/** Like {@link parseCaipAddress}, but throws 'Invalid CAIP Address'. [S8.43] */
export function assertCaipAddress(value: string): CaipAddressParts {
  const parts = parseCaipAddress(value)
  if (!parts) throw new InvalidCaipAddressError({ value })
  return parts
}
