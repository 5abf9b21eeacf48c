import type { SignatureClaim, VerifySignature } from '@latchkey/core'
import { compileDevContracts, deployContract, type RpcProxy, startAnvil, startRpcProxy } from '@latchkey/devnet'
import { type Address, createClient, getAddress, type Hex, http } from 'viem'
import { verifyMessage } from 'viem/actions'
import { createEvmVerifier } from '../src/exports/verify.js'
import { createNetwork } from './createNetwork.js'

export type TestVerifier = {
  readonly rpcUrl: string
  /** Proxy of the verifier's requests. */
  readonly proxy: RpcProxy
  readonly verify: VerifySignature
  readonly claim: (parts: Signed & Partial<SignatureClaim>) => SignatureClaim
  /** Verifies the signature with viem, for comparison. */
  readonly verifyInViem: (signed: Signed) => Promise<boolean>
  readonly deploy: (file: 'Accounts' | 'Hostile', name: string, ...args: readonly unknown[]) => Promise<Address>
  readonly stop: () => Promise<void>
}

export type Signed = { readonly address: string; readonly signature: string; readonly message?: string | undefined }

/** Creates a verifier as on a server, with a local chain of its own. */
export async function setUpVerifier(): Promise<TestVerifier> {
  const anvil = await startAnvil({ chainId: 31_337 })
  const proxy = await startRpcProxy({ rpcUrl: anvil.url })
  const network = createNetwork(31_337, proxy.url)
  const { signal } = new AbortController()
  const ended = new AbortController()
  const { verify } = createEvmVerifier({ signal: ended.signal })
  const client = createClient({ transport: http(anvil.url) })
  const contracts = { Accounts: compileDevContracts('Accounts'), Hostile: compileDevContracts('Hostile') }
  return {
    rpcUrl: anvil.url,
    proxy,
    verify,
    claim: (parts) => ({ network, signal, ...parts, message: parts.message ?? 'Hello' }),
    verifyInViem: ({ address, signature, message = 'Hello' }) =>
      verifyMessage(client, { address: address as Address, signature: signature as Hex, message }),
    async deploy(file, name, ...args) {
      const contract = contracts[file][name]
      if (!contract) throw new Error(`There is no ${name}.`)
      return getAddress(await deployContract({ ...contract, rpcUrl: anvil.url, args }))
    },
    async stop() {
      ended.abort()
      await proxy.stop()
      await anvil.stop()
    },
  }
}
