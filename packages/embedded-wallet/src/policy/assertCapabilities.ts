import { isRecord } from '@latchkey/core'
import { RpcError } from '@latchkey/core/plugin'

export type CapabilityNeeds = {
  readonly required: readonly string[]
  readonly chainId: number
  /** `wallet_getCapabilities` of the account on this chain. */
  readonly ask: (chainIds: readonly string[]) => Promise<unknown>
}

/** Throws `CAPABILITY_NOT_SUPPORTED` for what the app insists on and the wallet does not know there. [EIP-5792] */
export async function assertCapabilities({ required, chainId, ask }: CapabilityNeeds): Promise<void> {
  if (required.length === 0) return
  const id = `0x${chainId.toString(16)}`
  const reply = await ask([id])
  // 0x0 is every chain
  const known = [id, '0x0'].flatMap((own) => (isRecord(reply) && isRecord(reply[own]) ? Object.keys(reply[own]) : []))
  const missing = required.find((name) => !known.includes(name))
  if (missing !== undefined)
    throw new RpcError(5700, 'CAPABILITY_NOT_SUPPORTED', {
      details: `The wallet has no ${missing.slice(0, 40)} there.`,
    })
}
