import type { Siwx } from '../../auth.js'
import type { CaipAddress } from '../../utils/caip.js'
import { parseCaipAddress } from '../../utils/parseCaipAddress.js'

/** Ends the sessions of an account on these networks. Rejects where one of them could not be ended. */
export async function revokeAccount(siwx: Siwx, caipAddresses: readonly CaipAddress[]): Promise<void> {
  await Promise.all(
    caipAddresses.map(async (caipAddress) => {
      const { namespace, reference, address } = parseCaipAddress(caipAddress) ?? {}
      if (namespace && address) await siwx.revokeSession(`${namespace}:${reference}`, address)
    }),
  )
}
