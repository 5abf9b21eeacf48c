import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  type PublicClient,
  parseAbi,
} from 'viem'

/** Farcaster's contracts on Optimism: who owns an id, and which keys may speak for it. */
const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const keyRegistry = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'

const idAbi = parseAbi(['function idOf(address owner) view returns (uint256)'])
const keyAbi = parseAbi(['function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))'])
/** Of a key: it was added and not taken away; it is an address that may sign in. */
const [added, authAddress] = [1, 2]

export type Registries = {
  /** Whether an address owns an id, or may sign in for it. Rejects where the chain does not answer. */
  readonly speaksFor: (address: Address, fid: bigint) => Promise<boolean>
  /** Of an account that is a contract. */
  readonly isSignedByContract: (signed: { address: Address; message: string; signature: Hex }) => Promise<boolean>
}

/** Reads them from a node. */
export function createRegistries(rpcUrl: string): Registries {
  const client: PublicClient = createPublicClient({ transport: http(rpcUrl, { timeout: 5_000, retryCount: 1 }) })
  return {
    async speaksFor(address, fid) {
      const owned = await client.readContract({
        address: idRegistry,
        abi: idAbi,
        functionName: 'idOf',
        args: [address],
      })
      if (owned === fid) return true
      const key = encodeAbiParameters([{ type: 'address' }], [address])
      const { state, keyType } = await client.readContract({
        ...{ address: keyRegistry, abi: keyAbi, functionName: 'keyDataOf', args: [fid, key] },
      })
      return state === added && keyType === authAddress
    },
    isSignedByContract: (signed) => client.verifyMessage(signed),
  }
}
